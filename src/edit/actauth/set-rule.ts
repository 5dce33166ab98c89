import { isMap, isScalar, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import { isRecord } from '../../core/json.ts'
import { insertItem } from '../comma-list/insert-item.ts'
import { removeItem } from '../comma-list/remove-item.ts'
import type { EditResult } from '../edit-result.ts'
import { applySplices, decode, lineBreakNear, lineStart, type Splice } from '../text.ts'
import { addRule } from './add-rule.ts'
import { columnOf, contentEnd, insertLines, withoutLines } from './content-end.ts'
import { flowList } from './flow-list.ts'
import { parseActauth, refuse, rulesOf } from './parse.ts'
import { type RuleStyle, styleOf } from './rule-style.ts'
import { conditionsOf, flowWhen, quoted, type RuleEntry, scalar, whenLines } from './rule-text.ts'
import { fileData, indexesOf, sameData, sameRule, valuesOf } from './rules-data.ts'

/**
 * Makes the rule of this name say what `rule` says, changing only the values that differ; other keys and comments of the
 * rule stay. A name that is not there yet is added.
 */
export function setRule(bytes: Uint8Array, rule: RuleEntry): EditResult {
  const decoded = decode(bytes)
  if ('outcome' in decoded) return decoded
  const { text, mark } = decoded
  const parsed = parseActauth(text)
  if ('outcome' in parsed) return parsed
  const rules = parsed.root ? rulesOf(text, parsed.root) : ({ kind: 'absent' } as const)
  if ('outcome' in rules) return rules
  const index = rules.kind === 'list' ? indexesOf(parsed, rule.name)[0] : undefined
  if (index === undefined || rules.kind !== 'list') return addRule(bytes, rule)
  const item = rules.list.items[index]
  if (!isMap(item))
    return refuse(text, (item as Node).range?.[0] ?? 0, 'ALIAS', `The rule \`${rule.name}\` is an alias.`)
  const current = valuesOf(parsed)[index]
  const wanted = { ...(isRecord(current) ? current : {}), ...rule, when: rule.when }
  if (sameRule(current, wanted)) return { outcome: 'noop' }
  const after = applySplices(text, changes(text, rules.list, item, rule, current))
  return sameData(fileData(after), { ...parsed.data, rules: valuesOf(parsed).with(index, wanted) })
    ? { outcome: 'edit', text: mark + after }
    : unplaced(text, rule)
}

function changes(text: string, list: YAMLSeq, item: YAMLMap, rule: RuleEntry, current: unknown): Splice[] {
  const style = styleOf(text, list)
  const values = isRecord(current) ? current : {}
  const fields = (['scope', 'tool', 'decision'] as const).filter(field => values[field] !== rule[field])
  const when = sameRule({ when: values.when }, { when: rule.when }) ? [] : setWhen(text, item, rule, style)
  return [...fields.flatMap(field => setField(text, item, field, rule[field], style)), ...when]
}

function setField(text: string, item: YAMLMap, field: string, value: string, style: RuleStyle): Splice[] {
  const pair = pairOf(item, field)
  const written = field === 'scope' ? quoted(value, style) : scalar(value, style)
  const node = pair?.value as Node | null | undefined
  if (!pair || !node?.range) return addField(text, item, `${field}: ${written}`)
  const isQuoted = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE')
  const quote = isScalar(node) && node.type === 'QUOTE_SINGLE' ? "'" : '"'
  const kept = isQuoted ? quoted(value, { ...style, quote }) : written
  const gap = node.range[0] === node.range[1] ? ' ' : ''
  return [{ start: node.range[0], end: node.range[1], text: gap + kept }]
}

function addField(text: string, item: YAMLMap, line: string): Splice[] {
  if (item.flow) return insertItem(text, flowList(item), line)
  const { column } = columnOf(text, item.range?.[0] ?? 0)
  const last = item.items.at(-1)
  const lines = line.split('\n').map(part => ' '.repeat(column) + part)
  const lineBreak = lineBreakNear(text, item.range?.[0] ?? 0)
  return last ? [insertLines(text, contentEnd(text, last, column), lines.join(lineBreak))] : []
}

function setWhen(text: string, item: YAMLMap, rule: RuleEntry, style: RuleStyle): Splice[] {
  const conditions = conditionsOf(rule)
  const pair = pairOf(item, 'when')
  if (item.flow) {
    if (!pair) return addField(text, item, `when: ${flowWhen(conditions, style)}`)
    if (conditions.length === 0) return removeItem(text, flowList(item), item.items.indexOf(pair))
    const [start = 0, end = start] = (pair.value as Node).range ?? []
    return [{ start, end, text: flowWhen(conditions, style) }]
  }
  const lines = whenLines(conditions, style)
  if (!pair) return addField(text, item, lines.join('\n'))
  return [replacePair(text, item, pair, lines)]
}

/** A key with everything below it gives way to new lines, or to nothing. */
function replacePair(text: string, item: YAMLMap, pair: Pair, lines: string[]): Splice {
  const start = (pair.key as Node).range?.[0] ?? 0
  const { column } = columnOf(text, start)
  const end = contentEnd(text, pair, column)
  const lineBreak = lineBreakNear(text, start)
  if (lines.length === 0) {
    const next = item.items[0] === pair ? (item.items[1]?.key as Node | undefined) : undefined
    if (next) return { start, end: next.range?.[0] ?? end.at, text: '' }
    return withoutLines(text, lineStart(text, start), end)
  }
  const body = lines.join(`${lineBreak}${' '.repeat(column)}`)
  return { start, end: end.at, text: end.startsLine ? body + lineBreak : body }
}

function pairOf(item: YAMLMap, name: string): Pair | undefined {
  return item.items.find(({ key }) => isScalar(key) && key.value === name)
}

function unplaced(text: string, rule: RuleEntry): EditResult {
  return refuse(text, 0, 'UNPLACED', `The rule \`${rule.name}\` could not be changed without changing something else.`)
}
