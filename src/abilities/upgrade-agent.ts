import type { Rule } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import type { Ability } from './ability.ts'
import { listTool, unlistTool } from './agent-index.ts'
import { agentRules, changeRule, dropRule, plantRule } from './agent-rules.ts'
import type { BaseFiles } from './base-of.ts'
import { refuseCollisions } from './collisions.ts'
import { foldersOf } from './folders-of.ts'
import { type MarkerLabels, mergeFile } from './merge-file.ts'
import { mergeRule } from './merge-rule.ts'
import type { PackedFile } from './packed-files.ts'
import { type Placement, placeAbility } from './placement.ts'
import type { AbilityEntry, InstalledTool } from './provenance.ts'
import { releaseTools } from './release-tool.ts'
import { newlyAllowed, standingOf } from './widening.ts'

export interface UpgradeParts {
  plan: ChangePlan
  agent: AgentPlace
  ability: Ability
  entry: AbilityEntry
  base: BaseFiles
}

export interface AgentUpgraded {
  placement: Placement
  /** What both sides changed, each a sentence. */
  problems: string[]
  /** Files with markers, relative to the agent's folder. */
  conflicts: string[]
}

/** Plans one agent's files, tools and rules from one version of an ability to another. */
export class UpgradeOfAgent {
  readonly #parts: UpgradeParts
  readonly #labels: MarkerLabels
  readonly #problems: string[] = []
  readonly #conflicts: string[] = []
  /** Files that the new version drops and the person changed: they stay, as the person's own. */
  readonly #kept = new Set<string>()

  constructor(parts: UpgradeParts) {
    const { name, version } = parts.ability
    this.#parts = parts
    this.#labels = { yours: 'yours', theirs: `${name} ${version}` }
  }

  /** @throws LoopengineError `ability_collision`, `tool_in_use`, what the editors refuse */
  async run(): Promise<AgentUpgraded> {
    const { plan, agent, ability, entry } = this.#parts
    const placement = await placeAbility(plan, agent, ability, entry.skills)
    await this.#refuseCollisions(placement)
    const before = await standingOf(
      plan,
      agent,
      entry.tools.map(({ name }) => name),
    )
    await this.#files(placement)
    const dropped = await this.#tools(placement)
    await this.#rules(dropped)
    await this.#release(placement, dropped)
    const after = await standingOf(
      plan,
      agent,
      placement.tools.map(({ name }) => name),
    )
    for (const allowed of await newlyAllowed(agent, before, after)) plan.allow(allowed)
    return { placement, problems: this.#problems, conflicts: this.#conflicts }
  }

  #refuseCollisions(placement: Placement): Promise<void> {
    const { plan, agent, ability, entry } = this.#parts
    const had = new Set(entry.tools.map(({ name }) => name))
    const files = new Map([...placement.paths.values()].filter(path => !entry.files[path]).map(path => [path, true]))
    const arrival = {
      tools: placement.tools.filter(({ name }) => !had.has(name)),
      rules: ability.rules.filter(({ name }) => !entry.rules.some(rule => rule.name === name)),
      files,
    }
    return refuseCollisions(plan, agent, {
      ability: `${ability.name} ${ability.version}`,
      arrival,
      own: Object.keys(entry.files),
    })
  }

  async #files({ paths }: Placement): Promise<void> {
    const { ability, entry } = this.#parts
    const theirs = new Map([...paths].map(([from, path]) => [path, ability.files.get(from)]))
    const all = new Set([...Object.keys(entry.files), ...theirs.keys()])
    for (const path of [...all].sort()) await this.#file(path, theirs.get(path))
  }

  async #file(path: string, theirs: PackedFile | undefined): Promise<void> {
    const { plan, agent, entry, base } = this.#parts
    const file = `${agent.directory}/${path}`
    const old = base.get(entry.files[path]?.from ?? '')
    const merge = await mergeFile(
      { base: old?.bytes, yours: await plan.read(file), theirs: theirs?.bytes },
      this.#labels,
    )
    switch (merge.kind) {
      case 'keep':
        return
      case 'write':
        return plan.write(file, merge.bytes, theirs?.executable ? { mode: 0o755 } : {})
      case 'remove':
        for (const folder of foldersOf(agent.directory, path)) plan.removeIfEmpty(folder)
        return plan.remove(file)
      case 'conflict':
        this.#problems.push(`${file}: ${merge.why}`)
        this.#conflicts.push(path)
        plan.leaveUnfinished(file)
        return plan.write(file, merge.marked)
      case 'clash':
        this.#problems.push(`${file}: ${merge.why}`)
        if (!theirs) this.#kept.add(path)
    }
  }

  /** Entries of `tools/index.ts`; the tools that go. */
  async #tools({ tools }: Placement): Promise<InstalledTool[]> {
    const { plan, agent, entry } = this.#parts
    const isIn = (list: readonly InstalledTool[], tool: InstalledTool): boolean => {
      return list.some(
        other =>
          other.file === tool.file &&
          other.export === tool.export &&
          (tool.export !== undefined || other.name === tool.name),
      )
    }
    const unlisted = entry.tools.filter(tool => !isIn(tools, tool) && !this.#kept.has(tool.file))
    for (const tool of unlisted) await unlistTool(plan, agent, tool)
    for (const tool of tools.filter(tool => !isIn(entry.tools, tool))) await listTool(plan, agent, tool)
    return entry.tools.filter(({ name, file }) => !tools.some(tool => tool.name === name) && !this.#kept.has(file))
  }

  async #rules(dropped: readonly InstalledTool[]): Promise<void> {
    const { plan, agent, ability, entry } = this.#parts
    const yours = await agentRules(plan, agent)
    const byName = (rules: readonly Rule[]): Map<string, Rule> => new Map(rules.map(rule => [rule.name, rule]))
    const [base, theirs] = [byName(entry.rules), byName(ability.rules)]
    const kept = new Set(entry.tools.filter(({ file }) => this.#kept.has(file)).map(({ name }) => name))
    for (const name of new Set([...base.keys(), ...theirs.keys()])) {
      const old = base.get(name)
      if (old && !theirs.has(name) && kept.has(old.tool)) continue
      const merge = mergeRule(old, yours.get(name), theirs.get(name))
      const goes = old !== undefined && dropped.some(tool => tool.name === old.tool) && !theirs.has(name)
      if (merge.kind === 'conflict') this.#problems.push(`the rule ${name} in ${agent.actauth}: ${merge.why}`)
      if (merge.kind === 'add') await plantRule(plan, agent, merge.rule)
      else if (merge.kind === 'change') await changeRule(plan, agent, merge.rule)
      else if (merge.kind === 'drop' || (merge.kind === 'conflict' && goes)) await dropRule(plan, agent, name)
    }
  }

  async #release({ paths }: Placement, dropped: readonly InstalledTool[]): Promise<void> {
    const { plan, agent, entry } = this.#parts
    const own = [...Object.keys(entry.files), ...paths.values()].map(path => `${agent.directory}/${path}`)
    const tools = dropped.flatMap(({ name }) => (name === null ? [] : [name]))
    await releaseTools(plan, agent, { tools, own, rules: entry.rules.map(({ name }) => name), force: false })
  }
}
