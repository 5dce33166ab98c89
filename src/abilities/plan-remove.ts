// Plans the reverse of add-ability. It needs nothing but what the project remembers: it works offline.

import { LoopengineError } from '../core/errors.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { unlistTool } from './agent-index.ts'
import { dropRule } from './agent-rules.ts'
import { dropBase } from './drop-base.ts'
import { editsOf } from './edits-of.ts'
import { foldersOf } from './folders-of.ts'
import type { InstalledAbility } from './installed-abilities.ts'
import { restoreOriginals } from './originals.ts'
import { dropDependencies } from './package-dependencies.ts'
import { type AbilityEntry, type Installed, readProvenance, writeProvenance } from './provenance.ts'
import { releaseTools } from './release-tool.ts'
import { unusedDependencies } from './unused-dependencies.ts'

/**
 * Plans the removal of an ability from these agents. `force`: what was edited goes too.
 * @throws LoopengineError `ability_edited`, `tool_in_use`, what the editors refuse
 */
export async function planRemoveAbility(
  plan: ChangePlan,
  agents: readonly InstalledAbility[],
  { force }: { force: boolean },
): Promise<void> {
  for (const installed of agents) await removeFrom(plan, installed, force)
}

async function removeFrom(plan: ChangePlan, { agent, name, entry }: InstalledAbility, force: boolean): Promise<void> {
  if (!force) await refuseEdited(plan, agent, name, entry)
  const versions: Installed[] = [entry, ...(entry.pending ? [entry.pending.to] : [])]
  const files = [...new Set(versions.flatMap(version => Object.keys(version.files)))]
  for (const version of versions) for (const tool of version.tools) await unlistTool(plan, agent, tool)
  for (const path of files) await removeFile(plan, agent, path)
  const rules = [...new Set(versions.flatMap(version => version.rules.map(rule => rule.name)))]
  for (const rule of rules) await dropRule(plan, agent, rule)
  const tools = [...new Set(versions.flatMap(version => version.tools.flatMap(tool => tool.name ?? [])))]
  const own = files.map(path => `${agent.directory}/${path}`)
  await releaseTools(plan, agent, { tools, own, rules, force })
  const provenance = await readProvenance(plan, agent)
  delete provenance.abilities[name]
  if (Object.keys(provenance.abilities).length === 0) await restoreOriginals(plan, agent, provenance)
  await writeProvenance(plan, agent, provenance)
  for (const version of versions) await dropBase(plan, version.base)
  await dropPackages(plan, name, versions)
  for (const folder of ['tools', 'skills']) plan.removeIfEmpty(`${agent.directory}/${folder}`)
}

async function refuseEdited(plan: ChangePlan, agent: AgentPlace, name: string, entry: AbilityEntry): Promise<void> {
  const { files, rules } = await editsOf(plan, agent, entry)
  const edited = [
    ...files.filter(({ kind }) => kind === 'changed').map(({ path }) => `${agent.directory}/${path}`),
    ...rules.filter(({ kind }) => kind === 'changed').map(rule => `the rule ${rule.name} in ${agent.actauth}`),
  ]
  if (entry.pending) edited.push(`an upgrade to ${entry.pending.to.version} that is not finished`)
  if (edited.length === 0) return
  const message = `${name} was changed in agent \`${agent.name}\`:\n${edited.map(what => `  ${what}`).join('\n')}`
  throw new LoopengineError('ability_edited', message, {
    hint: `\`loopengine diff-ability ${name}\` shows your changes. \`--force\` removes them too.`,
  })
}

async function removeFile(plan: ChangePlan, { directory }: AgentPlace, path: string): Promise<void> {
  await plan.remove(`${directory}/${path}`)
  for (const folder of foldersOf(directory, path)) plan.removeIfEmpty(folder)
}

async function dropPackages(plan: ChangePlan, ability: string, versions: readonly Installed[]): Promise<void> {
  const added = versions.flatMap(({ addedDependencies, dependencies }) =>
    addedDependencies.map(name => [name, dependencies[name] ?? '']),
  )
  for (const name of await dropDependencies(plan, await unusedDependencies(plan, Object.fromEntries(added)))) {
    plan.note(`package.json keeps ${name}, which ${ability} needed: its range was changed.`)
  }
}
