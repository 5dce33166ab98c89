import type { Rule } from '../core/rule.ts'
import type { RulePlaces } from './policy.ts'
import { type ConditionDraft, readWhen } from './read-condition.ts'
import { readDecision } from './read-decision.ts'
import { firstKeyOf, type KnownKeys, readKeys } from './read-keys.ts'
import { type RuleScope, readScope } from './rule-scope.ts'
import { quoted } from './shown.ts'
import { kindOf, type Report, type SourceEntry, type SourceNode } from './source-node.ts'
import { readToolPattern, type ToolPattern } from './tool-pattern.ts'

/** A rule that was read; its patterns are still to be compiled. */
export interface RuleDraft {
  rule: Rule
  scope: RuleScope
  tool: ToolPattern
  conditions: ConditionDraft[]
  places: RulePlaces
}

type Keys = ReadonlyMap<string, SourceEntry>

const RULE: KnownKeys = {
  owner: 'a rule',
  keys: ['name', 'scope', 'tool', 'decision', 'when'],
  synonyms: {
    id: 'name',
    tools: 'tool',
    effect: 'decision',
    action: 'decision',
    permission: 'decision',
    environment: 'scope',
    tenant: 'scope',
    if: 'when',
    condition: 'when',
    conditions: 'when',
  },
  hintFor: ({ key }) =>
    key === '<<' ? 'YAML merge keys do nothing here: write the keys out in every rule.' : undefined,
}

const MISSING: Readonly<Record<string, string>> = {
  name: 'Give the rule a name that says why it is there, such as `name: refunds-need-approval`.',
  scope: 'Add `scope: "*/*"`, or a tenant and an environment such as "*/production".',
  tool: 'Add `tool:` with the name of a tool.',
  decision: 'Add `decision: ask` (or allow, or deny).',
}

/** One rule, or undefined when any part of it is unusable; every problem is reported. */
export function readRule(node: SourceNode, report: Report): RuleDraft | undefined {
  if (node.kind === 'unreadable') return undefined
  if (node.kind !== 'map') {
    report({
      code: 'ACTAUTH_RULE_NOT_A_MAP',
      message: `A rule is ${kindOf(node)} instead of a map.`,
      at: node.at,
      hint: 'A rule looks like { name: look-ups, scope: "*/*", tool: lookup_order, decision: allow }.',
    })
    return undefined
  }
  const keys = readKeys(node, RULE, report)
  reportMissing(node, keys, report)
  return assemble(keys, report)
}

function reportMissing(node: Extract<SourceNode, { kind: 'map' }>, keys: Keys, report: Report): void {
  for (const [key, hint] of Object.entries(MISSING)) {
    if (keys.has(key)) continue
    report({ code: 'ACTAUTH_MISSING_KEY', message: `A rule has no \`${key}\`.`, at: firstKeyOf(node), hint })
  }
}

function assemble(keys: Keys, report: Report): RuleDraft | undefined {
  const name = readName(keys.get('name'), report)
  const scope = readScopeKey(keys.get('scope'), report)
  const tool = readTool(keys.get('tool'), report)
  const decisionEntry = keys.get('decision')
  const decision = decisionEntry && readDecision(decisionEntry.value, 'decision', report)
  const whenEntry = keys.get('when')
  const conditions = whenEntry ? readWhen(whenEntry.value, report) : []
  if (name === undefined || !scope || !tool || !decision || !conditions) return undefined
  const when = conditions.map(({ condition }) => condition)
  const rule: Rule = { name, scope: scope.text, tool: tool.text, decision, ...(when.length > 0 ? { when } : {}) }
  return { rule, scope: scope.scope, tool, conditions, places: placesOf(keys) }
}

function readName(entry: SourceEntry | undefined, report: Report): string | undefined {
  const text = readText(entry, report)
  if (text === undefined || !entry) return undefined
  if (text.trim() !== '' && text.length <= 200 && !/\p{C}/u.test(text)) return text
  const message = `The rule's name ${quoted(text)} is empty, too long, or holds invisible characters.`
  report({ code: 'ACTAUTH_NAME', message, at: entry.value.at, hint: MISSING.name ?? '' })
  return undefined
}

function readScopeKey(entry: SourceEntry | undefined, report: Report): { text: string; scope: RuleScope } | undefined {
  const text = readText(entry, report)
  if (text === undefined || !entry) return undefined
  const reading = readScope(text)
  if (reading.kind === 'scope') return { text, scope: reading.scope }
  const message = `The scope ${quoted(text)} can't be used: ${reading.message}.`
  report({ code: 'ACTAUTH_SCOPE', message, at: entry.value.at, hint: reading.hint })
  return undefined
}

function readTool(entry: SourceEntry | undefined, report: Report): ToolPattern | undefined {
  const text = readText(entry, report)
  if (text === undefined || !entry) return undefined
  const reading = readToolPattern(text)
  if (reading.kind === 'tool') return reading.tool
  const message = `The tool ${quoted(text)} can't be used: ${reading.message}.`
  report({ code: 'ACTAUTH_TOOL', message, at: entry.value.at, hint: reading.hint })
  return undefined
}

function readText(entry: SourceEntry | undefined, report: Report): string | undefined {
  if (!entry || entry.value.kind === 'unreadable') return undefined
  const { key, value } = entry
  if (value.kind === 'scalar' && typeof value.value === 'string') return value.value
  const plain = value.kind === 'scalar' && value.value !== null
  const hint = plain ? 'Put quotes around it to make it a text.' : `\`${key}\` takes one text.`
  report({
    code: 'ACTAUTH_NOT_A_TEXT',
    message: `\`${key}\` is ${kindOf(value)} instead of a text.`,
    at: value.at,
    hint,
  })
  return undefined
}

function placesOf(keys: Keys): RulePlaces {
  const range = (key: string) => keys.get(key)?.value.at.range
  return {
    rule: range('name'),
    scope: range('scope'),
    tool: range('tool'),
    decision: range('decision'),
    when: range('when'),
  }
}
