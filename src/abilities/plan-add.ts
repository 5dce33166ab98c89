// Plans an ability into agents: files, entries of tools/index.ts, rules, packages, what is remembered. One ChangeSet.

import { LoopengineError } from '../core/errors.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { refuseToolsInConfig } from '../scaffold/add-tool.ts'
import { type AgentPlace, locateAgent } from '../scaffold/agent-place.ts'
import { configFacts } from '../scaffold/config-facts.ts'
import type { Ability } from './ability.ts'
import { listTool } from './agent-index.ts'
import { plantRule } from './agent-rules.ts'
import { baseName, writeBase } from './base-store.ts'
import { refuseCollisions } from './collisions.ts'
import type { AbilityOrigin } from './fetch-ability.ts'
import { installedAbilities } from './installed-abilities.ts'
import { noteNeeds } from './note-needs.ts'
import { keepOriginals } from './originals.ts'
import { addDependencies } from './package-dependencies.ts'
import { type Placement, placeAbility } from './placement.ts'
import { readProvenance, writeProvenance } from './provenance.ts'
import { recordOf } from './record.ts'
import { newlyAllowed, standingOf } from './widening.ts'

export interface NewAbility {
  ability: Ability
  origin: AbilityOrigin
}

/**
 * Plans an ability for these agents; those that have this very content already are left as they are.
 * @throws LoopengineError `ability_installed`, `ability_collision`, `TOOLS_IN_CONFIG`, `RULES_IN_CONFIG`,
 * `dependency_conflict`, what the editors refuse
 */
export async function planAddAbility(plan: ChangePlan, added: NewAbility, agents: readonly string[]): Promise<void> {
  const { ability } = added
  const places: AgentPlace[] = []
  for (const name of new Set(agents)) {
    const agent = await locateAgent(plan, name)
    if (await isInstalled(plan, agent, ability))
      plan.note(`Agent \`${agent.name}\` has ${ability.name} ${ability.version} already.`)
    else places.push(agent)
  }
  if (places.length === 0) return
  const shared = await sharedDependencies(plan, ability)
  const fresh = await addDependencies(plan, ability.name, ability.dependencies)
  const base = await writeBase(plan, ability)
  const addedDependencies = [...new Set([...shared, ...fresh])].sort()
  for (const agent of places) await addToAgent(plan, agent, { ...added, base, addedDependencies })
  await noteNeeds(plan, ability, fresh)
}

async function isInstalled(plan: ChangePlan, agent: AgentPlace, ability: Ability): Promise<boolean> {
  const { abilities } = await readProvenance(plan, agent)
  const entry = Object.hasOwn(abilities, ability.name) ? abilities[ability.name] : undefined
  if (!entry || entry.base === baseName(ability)) return entry !== undefined
  const message = `Agent \`${agent.name}\` has ${ability.name} ${entry.version} already, and this is ${ability.version}.`
  throw new LoopengineError('ability_installed', message, {
    hint: `\`loopengine upgrade-ability ${ability.name}\` brings it up to date and keeps your edits.`,
  })
}

/** Packages that an ability of another agent brought into package.json already. */
async function sharedDependencies(plan: ChangePlan, { dependencies }: Ability): Promise<string[]> {
  const others = await installedAbilities(plan)
  return others.flatMap(({ entry }) => entry.addedDependencies).filter(name => Object.hasOwn(dependencies, name))
}

interface Adding extends NewAbility {
  base: string
  addedDependencies: string[]
}

async function addToAgent(plan: ChangePlan, agent: AgentPlace, adding: Adding): Promise<void> {
  const { ability } = adding
  await refuseConfig(plan, agent, ability)
  const provenance = await readProvenance(plan, agent)
  const placement = await placeAbility(plan, agent, ability)
  await refuseCollisions(plan, agent, { ability: ability.name, arrival: arrivalOf(ability, placement), own: [] })
  const before = await standingOf(plan, agent, [])
  await keepOriginals(plan, agent, provenance)
  await writeFiles(plan, agent, ability, placement)
  for (const tool of placement.tools) await listTool(plan, agent, tool)
  for (const rule of ability.rules) await plantRule(plan, agent, rule)
  provenance.abilities[ability.name] = recordOf({ ...adding, placement })
  await writeProvenance(plan, agent, provenance)
  const after = await standingOf(
    plan,
    agent,
    placement.tools.map(({ name }) => name),
  )
  for (const allowed of await newlyAllowed(agent, before, after)) plan.allow(allowed)
}

/** A tool without its rules, or rules that nothing reads, must not come to be. */
export async function refuseConfig(plan: ChangePlan, agent: AgentPlace, { tools, rules }: Ability): Promise<void> {
  if (tools.some(({ kind }) => kind === 'typescript')) await refuseToolsInConfig(plan, agent)
  const { rulesLine } = await configFacts(await plan.readText(agent.configFile))
  if (rulesLine === undefined || rules.length === 0) return
  const message = `${agent.configFile} sets \`rules\`, so ${agent.actauth} is not read.`
  const hint = 'Move the rules of the config to actauth.yml first: an ability brings rules with its tools.'
  throw new LoopengineError('RULES_IN_CONFIG', message, { hint, file: agent.configFile, line: rulesLine })
}

function arrivalOf(ability: Ability, { tools, paths }: Placement) {
  return { tools, rules: ability.rules, files: new Map([...paths.values()].map(path => [path, true])) }
}

async function writeFiles(
  plan: ChangePlan,
  { directory }: AgentPlace,
  { files }: Ability,
  { paths }: Placement,
): Promise<void> {
  for (const [from, path] of paths) {
    const file = files.get(from)
    if (file) await plan.write(`${directory}/${path}`, file.bytes, file.executable ? { mode: 0o755 } : {})
  }
}
