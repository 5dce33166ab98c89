// Compares what two versions of an agent's rules decide, for every call that they could tell apart.

import type { Condition, DecisionWord, Scope } from '../../core/rule.ts'
import type { Policy, PolicyRule } from '../policy.ts'
import { callClasses } from './call-classes.ts'
import { ABSENT, conditionsOf, type Decider, deciderKey, deciderOf, type Reaching, reaching } from './decider.ts'
import { namesToCompare } from './names-to-compare.ts'
import type { PolicySide } from './policy-side.ts'
import { nameScopes, type ScopeClasses, scopeClasses } from './scope-classes.ts'

export type { PolicySide }

/** Calls about which something else is decided than before. */
export interface PermissionChange {
  /** A tool, or a glob that stands for every tool it matches and no rule names. */
  tool: string
  /** Tools of the agent that the glob stands for. */
  tools?: string[]
  scope: string
  /** Scopes inside that one in which it isn't so. */
  except?: string[]
  kind: 'allowed' | 'asked' | 'denied'
  /** More may run than before, or with fewer questions. */
  widens: boolean
  before: Decider
  after: Decider
  /** The conditions of the rule that decides now, else of the one that decided before. */
  when?: Condition[]
  /** Arguments of such a call. */
  example?: Record<string, unknown>
  /** Set instead of an example when there are more conditions than are gone through: taken for a widening. */
  unclear?: true
}

const KINDS = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const
const FREEDOM: Record<DecisionWord, number> = { deny: 0, ask: 1, allow: 2 }

/** What is newly allowed, asked or denied. Pure; the same for the same rules in any order. */
export function diffPolicies(before: PolicySide, after: PolicySide): PermissionChange[] {
  const names = namesToCompare(before, after)
  const known: Sides['known'] = new Map()
  const scopes = scopeClasses([before.policy, after.policy])
  const found = names.map(({ label, name, isNew, stand }) => {
    const sides = { before: before.policy, after: after.policy, isNew, known }
    return { label, name, stand, changes: changesOf(name, scopes, sides) }
  })
  const general = found.filter(({ label, name }) => label !== name)
  return found.flatMap(({ label, name, stand, changes }) => {
    if (label !== name)
      return changes.map(change => ({ ...toChange(change), tool: label, ...standsFor(change, stand, found) }))
    const covered = general.filter(one => one.stand.includes(name)).flatMap(one => one.changes.map(keyOf))
    return changes
      .filter(change => !covered.includes(keyOf(change)))
      .map(change => ({ ...toChange(change), tool: label }))
  })
}

interface Found {
  before: Decider
  after: Decider
  where: { scope: string; except: string[] }
  example?: Record<string, unknown>
  unclear?: true
}

function keyOf({ before, after, where }: Found): string {
  return JSON.stringify([deciderKey(before), deciderKey(after), where])
}

function standsFor(change: Found, stand: readonly string[], found: readonly { name: string; changes: Found[] }[]) {
  const tools = found
    .filter(({ name, changes }) => stand.includes(name) && changes.some(other => keyOf(other) === keyOf(change)))
    .map(({ name }) => name)
  return tools.length > 0 ? { tools } : {}
}

function toChange({ before, after, where, example, unclear }: Found): Omit<PermissionChange, 'tool'> {
  const when = after.when ?? before.when
  return {
    scope: where.scope,
    ...(where.except.length > 0 ? { except: where.except } : {}),
    kind: KINDS[after.decision],
    widens: unclear === true || FREEDOM[after.decision] > FREEDOM[before.decision],
    before,
    after,
    ...(when ? { when } : {}),
    ...(example && Object.keys(example).length > 0 ? { example } : {}),
    ...(unclear ? { unclear } : {}),
  }
}

interface Sides {
  before: Policy | undefined
  after: Policy | undefined
  /** The agent had no such tool. */
  isNew: boolean
  /** What came out before, by the rules that were compared: most tools and scopes are reached by the same ones. */
  known: Map<string, Omit<Found, 'where'>[]>
}

/** The changes about one tool, each with the scopes it holds in. */
function changesOf(tool: string, scopes: ScopeClasses, sides: Sides): Found[] {
  const groups = new Map<string, { found: Omit<Found, 'where'>; at: Scope[] }>()
  for (const scope of scopes.all) {
    for (const found of changesIn(tool, scope, sides)) {
      const key = JSON.stringify([deciderKey(found.before), deciderKey(found.after), found.unclear])
      const group = groups.get(key) ?? { found, at: [] }
      group.at.push(scope)
      groups.set(key, group)
    }
  }
  return [...groups.values()].flatMap(({ found, at }) => nameScopes(at, scopes).map(where => ({ ...found, where })))
}

function changesIn(tool: string, scope: Scope, { before, after, isNew, known }: Sides): Omit<Found, 'where'>[] {
  const old = isNew ? { rules: [], fallback: ABSENT } : reaching(before, tool, scope)
  const now = reaching(after, tool, scope)
  const key = JSON.stringify([old, now].map(({ rules, fallback }) => [rules.map(({ rule }) => rule.name), fallback]))
  const found = known.get(key) ?? changesBetween(old, now)
  known.set(key, found)
  return found
}

/** One for each pair of deciders that differ in what they decide. */
function changesBetween(old: Reaching, now: Reaching): Omit<Found, 'where'>[] {
  const classes = callClasses([...conditionsOf(old), ...conditionsOf(now)])
  if (!classes) return sameRules(old.rules, now.rules) ? [] : [{ ...loosest(old, now), unclear: true }]
  const pairs = new Map<string, Omit<Found, 'where'>>()
  for (const one of classes) {
    const pair = { before: deciderOf(old, one), after: deciderOf(now, one) }
    if (pair.before.decision === pair.after.decision) continue
    const key = deciderKey(pair.before) + deciderKey(pair.after)
    const known = pairs.get(key)
    if (!known || (!known.example && one.example))
      pairs.set(key, { ...pair, ...(one.example ? { example: one.example } : {}) })
  }
  return [...pairs.values()]
}

function sameRules(a: readonly PolicyRule[], b: readonly PolicyRule[]): boolean {
  const told = (rules: readonly PolicyRule[]): string =>
    JSON.stringify(rules.map(({ rule: { scope, tool, decision, when } }) => [scope, tool, decision, when ?? null]))
  return told(a) === told(b)
}

/** Too much to go through: the strictest that it may have been, the loosest that it may be. */
function loosest(old: Reaching, now: Reaching) {
  const byFreedom = ({ rules, fallback }: Reaching): Decider[] =>
    [
      fallback,
      ...rules.map(
        (rule): Decider => ({ decision: rule.rule.decision, rule: { name: rule.rule.name }, because: 'rule' }),
      ),
    ].sort((a, b) => FREEDOM[a.decision] - FREEDOM[b.decision])
  return { before: byFreedom(old)[0] ?? old.fallback, after: byFreedom(now).at(-1) ?? now.fallback }
}
