import type { Json } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import type { Condition, ConditionOperator } from '../core/rule.ts'
import { OPERATORS } from './condition-operators.ts'
import { firstKeyOf, type KnownKeys, readKeys } from './read-keys.ts'
import { quoted, shown } from './shown.ts'
import { kindOf, type Place, type Report, type SourceEntry, type SourceNode } from './source-node.ts'

/** A condition and where its value stands, for problems that show only later (a pattern that doesn't compile). */
export interface ConditionDraft {
  condition: Condition
  valueAt: Place
}

const OPERATOR_NAMES = Object.keys(OPERATORS) as ConditionOperator[]

const OPERATOR_SYNONYMS: Readonly<Record<string, ConditionOperator>> = {
  '=': 'eq',
  '==': 'eq',
  '===': 'eq',
  is: 'eq',
  equals: 'eq',
  '!=': 'ne',
  '!==': 'ne',
  '<>': 'ne',
  neq: 'ne',
  not: 'ne',
  '>': 'gt',
  '>=': 'gte',
  ge: 'gte',
  '<': 'lt',
  '<=': 'lte',
  le: 'lte',
  one_of: 'in',
  oneOf: 'in',
  includes: 'contains',
  regex: 'matches',
  match: 'matches',
  pattern: 'matches',
  starts_with: 'startsWith',
  prefix: 'startsWith',
  present: 'exists',
  isset: 'exists',
}

const EXAMPLE = '{ field: amount, op: gt, value: 50 }'

const CONDITION: KnownKeys = {
  owner: 'a condition',
  keys: ['field', 'op', 'value'],
  synonyms: { path: 'field', arg: 'field', argument: 'field', key: 'field', operator: 'op', values: 'value' },
  hintFor: rewriteHint,
}

/** `when`: one condition or a list of conditions. Undefined when any of it is unusable. */
export function readWhen(node: SourceNode, report: Report): ConditionDraft[] | undefined {
  const items = node.kind === 'list' ? node.items() : [node]
  if (items.length === 0) {
    report({
      code: 'ACTAUTH_WHEN',
      message: '`when` is an empty list.',
      at: node.at,
      hint: `Remove the key, or write a condition: ${EXAMPLE}.`,
    })
    return undefined
  }
  const drafts = items.map(item => readCondition(item, report))
  return drafts.every(draft => draft !== undefined) ? drafts : undefined
}

function readCondition(node: SourceNode, report: Report): ConditionDraft | undefined {
  if (node.kind === 'unreadable') return undefined
  if (node.kind !== 'map') {
    const hint = `Write ${EXAMPLE}, or a list of such conditions.`
    report({ code: 'ACTAUTH_WHEN', message: `A condition is ${kindOf(node)} instead of a map.`, at: node.at, hint })
    return undefined
  }
  const keys = readKeys(node, CONDITION, report)
  const missing = (['field', 'op'] as const).find(key => !keys.has(key))
  if (missing && keys.size > 0) {
    const hint = `Conditions look like ${EXAMPLE}.`
    report({ code: 'ACTAUTH_MISSING_KEY', message: `A condition has no \`${missing}\`.`, at: firstKeyOf(node), hint })
  } else if (node.entries().length === 0) {
    report({ code: 'ACTAUTH_WHEN', message: 'A condition is empty.', at: node.at, hint: `Write ${EXAMPLE}.` })
  }
  const field = readField(keys.get('field')?.value, report)
  const op = readOperator(keys.get('op')?.value, report)
  if (field === undefined || op === undefined) return undefined
  return readValue({ field, op, at: firstKeyOf(node) }, keys.get('value')?.value, report)
}

function readField(node: SourceNode | undefined, report: Report): string | undefined {
  if (!node || node.kind === 'unreadable') return undefined
  const written = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
  if (written?.split('.').every(step => step !== '' && !/[\s\p{C}]/u.test(step))) return written
  report({
    code: 'ACTAUTH_FIELD',
    message: `\`field\` is ${written === undefined ? kindOf(node) : quoted(written)}, and should name an argument of the call.`,
    at: node.at,
    hint: 'Write a name or a path with dots, such as amount or items.0.sku.',
  })
  return undefined
}

function readOperator(node: SourceNode | undefined, report: Report): ConditionOperator | undefined {
  if (!node || node.kind === 'unreadable') return undefined
  const written = node.kind === 'scalar' && node.value !== null ? String(node.value) : undefined
  const found = OPERATOR_NAMES.find(name => name === written)
  if (found) return found
  const said = written === undefined ? kindOf(node) : quoted(written)
  report({
    code: 'ACTAUTH_OPERATOR',
    message: `\`op\` is ${said}, which is no operator.`,
    at: node.at,
    hint: `${operatorGuess(written ?? '')} Operators: ${OPERATOR_NAMES.join(', ')}.`.trim(),
  })
  return undefined
}

function operatorGuess(written: string): string {
  const meant = Object.hasOwn(OPERATOR_SYNONYMS, written) ? OPERATOR_SYNONYMS[written] : undefined
  return meant ? `Did you mean \`${meant}\`?` : didYouMean(written, OPERATOR_NAMES)
}

function readValue(
  { field, op, at }: { field: string; op: ConditionOperator; at: Place },
  node: SourceNode | undefined,
  report: Report,
): ConditionDraft | undefined {
  if (node?.kind === 'unreadable') return undefined
  const value = node && toJson(node)
  const expected = node && value === undefined ? 'one value or a list of values' : OPERATORS[op].expects(value)
  const valueAt = node?.at ?? at
  if (expected === undefined) return { condition: value === undefined ? { field, op } : { field, op, value }, valueAt }
  const found = node ? `is ${value === undefined ? kindOf(node) : shown(value)}` : 'is missing'
  report({
    code: 'ACTAUTH_VALUE',
    message: `The \`value\` of \`${op}\` ${found}.`,
    at: valueAt,
    hint: `\`${op}\` takes ${expected}.`,
  })
  return undefined
}

/** Scalars and lists of scalars; undefined for everything else. */
function toJson(node: SourceNode): Json | undefined {
  if (node.kind === 'scalar') return node.value
  if (node.kind !== 'list') return undefined
  const items = node.items().map(item => (item.kind === 'scalar' ? item.value : undefined))
  return items.every(item => item !== undefined) ? items : undefined
}

/** `when: { amount: { lte: 50 } }` is how other systems write it: show the same condition in our words. */
function rewriteHint({ key, value }: SourceEntry): string | undefined {
  if (value.kind !== 'map') return undefined
  const [inner] = value.entries()
  if (!inner) return undefined
  const op = OPERATOR_NAMES.find(name => name === inner.key) ?? OPERATOR_SYNONYMS[inner.key]
  const operand = toJson(inner.value)
  if (!op || operand === undefined) return undefined
  const field = key.replace(/^(?:args|arguments|input)\./, '')
  return `Write it as { field: ${field}, op: ${op}, value: ${shown(operand)} }.`
}
