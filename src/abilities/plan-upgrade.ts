// Plans another version of an installed ability: three ways for every file and rule, what is new added, what is gone
// removed. A conflict writes nothing, unless markers are wanted; the recorded version then stays until they are resolved.

import { LoopengineError } from '../core/errors.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import type { Ability } from './ability.ts'
import type { BaseFiles } from './base-of.ts'
import { baseName, writeBase } from './base-store.ts'
import { dropBase } from './drop-base.ts'
import type { AbilityOrigin } from './fetch-ability.ts'
import type { InstalledAbility } from './installed-abilities.ts'
import { markerLine } from './merge-file.ts'
import { noteNeeds } from './note-needs.ts'
import { addDependencies, dropDependencies } from './package-dependencies.ts'
import { refuseConfig } from './plan-add.ts'
import { type AbilityEntry, type Installed, readProvenance, writeProvenance } from './provenance.ts'
import { recordOf } from './record.ts'
import { unusedDependencies } from './unused-dependencies.ts'
import { UpgradeOfAgent } from './upgrade-agent.ts'

export interface Upgrade {
  ability: Ability
  origin: AbilityOrigin
  /** What a conflict does. */
  conflict: 'refuse' | 'markers'
}

/** An agent that has the ability, and what its version brought. */
export interface UpgradedAgent extends InstalledAbility {
  base: BaseFiles
}

/**
 * Plans an upgrade for these agents. @throws LoopengineError `ability_other_name`, `ability_conflict`,
 * `conflict_unresolved`, `ability_collision`, `dependency_conflict`, what the editors refuse
 */
export async function planUpgradeAbility(
  plan: ChangePlan,
  upgrade: Upgrade,
  agents: readonly UpgradedAgent[],
): Promise<void> {
  const { ability } = upgrade
  for (const { agent, name, entry, base } of agents) {
    if (ability.name !== name) throw otherName(name, ability.name)
    if (entry.pending?.to.base === baseName(ability)) await settlePending(plan, agent, name, entry)
    else if (entry.pending) throw otherPending(agent, name, entry)
    else if (entry.base === baseName(ability))
      plan.note(`Agent \`${agent.name}\` has ${name} ${entry.version} already.`)
    else await upgradeAgent(plan, upgrade, { agent, name, entry, base })
  }
}

async function upgradeAgent(
  plan: ChangePlan,
  upgrade: Upgrade,
  { agent, name, entry, base }: UpgradedAgent,
): Promise<void> {
  const { ability, origin } = upgrade
  await refuseConfig(plan, agent, ability)
  const work = new UpgradeOfAgent({ plan, agent, ability, entry, base })
  const { placement, problems, conflicts } = await work.run()
  if (problems.length > 0 && upgrade.conflict === 'refuse') throw conflictError(agent, name, ability, problems)
  const fresh = await addDependencies(plan, name, ability.dependencies)
  const kept = entry.addedDependencies.filter(wanted => Object.hasOwn(ability.dependencies, wanted))
  const to = recordOf({
    ability,
    origin,
    placement,
    base: await writeBase(plan, ability),
    addedDependencies: [...new Set([...kept, ...fresh])].sort(),
  })
  const provenance = await readProvenance(plan, agent)
  const isPending = problems.length > 0
  provenance.abilities[name] = isPending ? { ...entry, pending: { to, conflicts } } : to
  await writeProvenance(plan, agent, provenance)
  if (!isPending) await letGo(plan, name, entry, to)
  for (const problem of upgrade.conflict === 'markers' ? problems : []) plan.note(`Look at ${problem}.`)
  await noteNeeds(
    plan,
    { ...ability, env: ability.env.filter(({ name: wanted }) => !entry.env.some(known => known.name === wanted)) },
    fresh,
  )
}

/** The conflicts of an earlier run are resolved: now the new version is the recorded one. */
async function settlePending(plan: ChangePlan, agent: AgentPlace, name: string, entry: AbilityEntry): Promise<void> {
  const { pending } = entry
  if (!pending) return
  for (const path of pending.conflicts) {
    const file = `${agent.directory}/${path}`
    const line = markerLine((await plan.readText(file)) ?? '')
    if (line === undefined) continue
    const hint = `Choose between the two sides, take the markers out, and run \`loopengine upgrade-ability ${name}\` again.`
    throw new LoopengineError('conflict_unresolved', `${file}:${line} still holds the markers of a conflict.`, {
      hint,
      file,
      line,
    })
  }
  const provenance = await readProvenance(plan, agent)
  provenance.abilities[name] = pending.to
  await writeProvenance(plan, agent, provenance)
  await letGo(plan, name, entry, pending.to)
  plan.note(`The conflicts are resolved: agent \`${agent.name}\` has ${name} ${pending.to.version}.`)
}

/** What only the old version needed: its base, its packages. */
async function letGo(plan: ChangePlan, name: string, from: Installed, to: Installed): Promise<void> {
  await dropBase(plan, from.base)
  const gone = Object.fromEntries(
    from.addedDependencies
      .filter(wanted => !Object.hasOwn(to.dependencies, wanted))
      .map(wanted => [wanted, from.dependencies[wanted] ?? '']),
  )
  for (const left of await dropDependencies(plan, await unusedDependencies(plan, gone)))
    plan.note(`package.json keeps ${left}, which ${name} needed: its range was changed.`)
}

function conflictError(
  agent: AgentPlace,
  name: string,
  { version }: Ability,
  problems: readonly string[],
): LoopengineError {
  const message = `${name} ${version} does not fit what was changed in agent \`${agent.name}\`:\n${problems.map(problem => `  ${problem}`).join('\n')}`
  return new LoopengineError('ability_conflict', message, {
    hint: 'Nothing was written. `--conflict=markers` writes both sides into the files, to choose between them by hand.',
  })
}

function otherName(name: string, found: string): LoopengineError {
  return new LoopengineError('ability_other_name', `The new version is called \`${found}\`, not \`${name}\`.`, {
    hint: 'Remove the one and add the other, if that is what you want.',
  })
}

function otherPending(agent: AgentPlace, name: string, { pending }: AbilityEntry): LoopengineError {
  const files = pending?.conflicts.map(path => `${agent.directory}/${path}`).join(', ') || agent.actauth
  return new LoopengineError(
    'conflict_unresolved',
    `The upgrade of ${name} to ${pending?.to.version} is not finished: ${files}.`,
    {
      hint: `Resolve it and run \`loopengine upgrade-ability ${name} --to ${pending?.to.version}\`, or take it back with \`loopengine undo\`.`,
    },
  )
}
