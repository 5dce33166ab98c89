import type { YAMLMap, YAMLSeq } from 'yaml'
import type { JsonRecord } from '../../core/json.ts'
import { insertItem } from '../comma-list/insert-item.ts'
import type { EditResult } from '../edit-result.ts'
import { applySplices, decode, lineBreakNear, lineEnd, type Splice, skipBlanksBack } from '../text.ts'
import { columnOf, contentEnd, insertLines, withDeeperComments } from './content-end.ts'
import { flowList } from './flow-list.ts'
import { type ParsedActauth, parseActauth, type RulesPair, refuse, rulesOf } from './parse.ts'
import { dashesOf, plainStyle, type RuleStyle, styleOf } from './rule-style.ts'
import { blockRule, flowRule, type RuleEntry } from './rule-text.ts'
import { fileData, indexesOf, nameAt, sameData, sameRule, valuesOf } from './rules-data.ts'

/**
 * Appends a rule to the text of an `actauth.yml`, written as the rules that are there. The very same rule is `noop`; its
 * name with other content, and every file that cannot be read for certain, is refused.
 */
export function addRule(bytes: Uint8Array, rule: RuleEntry): EditResult {
  const decoded = decode(bytes)
  if ('outcome' in decoded) return decoded
  const { text, mark } = decoded
  const parsed = parseActauth(text)
  if ('outcome' in parsed) return parsed
  const known = parsed.root ? rulesOf(text, parsed.root) : ({ kind: 'absent' } as const)
  if ('outcome' in known) return known
  const same = known.kind === 'list' ? sameName(text, parsed, known.list, rule) : undefined
  if (same) return same
  const after = applySplices(text, splicesFor(text, parsed, known, rule))
  return sameData(fileData(after), withRule(parsed, rule)) ? { outcome: 'edit', text: mark + after } : unplaced(text)
}

/** A rule of this name: nothing to do when it says the same, else a refusal. */
function sameName(text: string, parsed: ParsedActauth, list: YAMLSeq, rule: RuleEntry): EditResult | undefined {
  const [index] = indexesOf(parsed, rule.name)
  if (index === undefined) return undefined
  if (sameRule(valuesOf(parsed)[index], rule)) return { outcome: 'noop' }
  const message = `A rule named \`${rule.name}\` is there already and says something else.`
  return refuse(text, nameAt(list, index), 'NAME_TAKEN', message)
}

function splicesFor(
  text: string,
  parsed: ParsedActauth,
  rules: { kind: 'absent' } | RulesPair,
  rule: RuleEntry,
): Splice[] {
  if (!parsed.root) return [newFile(text, parsed, rule)]
  if (rules.kind === 'absent') return newKey(text, parsed.root, rule)
  if (rules.kind === 'nothing') return newList(text, rules, rule)
  const { list } = rules
  if (list.items.length === 0) return intoEmptyFlow(text, parsed.root, rules, rule)
  const style = styleOf(text, list)
  if (list.flow) return insertItem(text, flowList(list), flowRule(rule, style))
  return [belowLast(text, list, style, rule)]
}

/** A file without any key: the deny default goes first. */
function newFile(text: string, parsed: ParsedActauth, rule: RuleEntry): Splice {
  const lineBreak = lineBreakNear(text, 0)
  const lines = ['default_decision: deny', 'rules:', blockRule(text, rule, plainStyle('  ')), ''].join(lineBreak)
  const end = documentEnd(text, parsed)
  const gap = end > 0 && !/[\r\n]$/.test(text.slice(0, end)) ? lineBreak : ''
  return { start: end, end, text: gap + lines }
}

/** Before a line `...` that ends the document. */
function documentEnd(text: string, { document }: ParsedActauth): number {
  const marker = document ? /^\.\.\.[^\S\r\n]*$/m.exec(text) : null
  return marker ? marker.index : text.length
}

function newKey(text: string, root: YAMLMap, rule: RuleEntry): Splice[] {
  if (root.flow) {
    const style = { ...plainStyle(''), flow: true, json: /^\{\s*"/.test(text.slice(root.range?.[0] ?? 0)) }
    const key = style.json ? '"rules"' : 'rules'
    return insertItem(text, flowList(root), `${key}: [${flowRule(rule, style)}]`)
  }
  const { column, indent } = columnOf(text, root.range?.[0] ?? 0)
  const blanks = indent.slice(0, column)
  const lines = `${blanks}rules:${lineBreakNear(text, 0)}${blockRule(text, rule, plainStyle(`${blanks}  `))}`
  const last = root.items.at(-1)
  return last ? [insertLines(text, contentEnd(text, last, column), lines)] : []
}

/** `rules:` with nothing, or with `null`. */
function newList(text: string, { keyAt, keyEnd, value }: RulesPair & { kind: 'nothing' }, rule: RuleEntry): Splice[] {
  const { column, indent } = columnOf(text, keyAt)
  const start = value?.range?.[0] ?? keyEnd
  const end = value?.range?.[1] ?? start
  const at = withDeeperComments(text, lineEnd(text, end), column)
  const lines = blockRule(text, rule, plainStyle(`${indent}  `))
  const word = end > start ? [{ start: skipBlanksBack(text, start), end, text: '' }] : []
  return [...word, insertLines(text, { at, startsLine: false }, lines)]
}

/** `rules: []` becomes a block list, unless its brackets hold a comment or stand in a flow mapping themselves. */
function intoEmptyFlow(text: string, root: YAMLMap, rules: RulesPair & { kind: 'list' }, rule: RuleEntry): Splice[] {
  const { list, keyAt } = rules
  const [start = 0, end = 0] = list.range ?? []
  if (root.flow || text.slice(start + 1, end - 1).trim() !== '') {
    const json = /^\{\s*"/.test(text.slice(root.range?.[0] ?? 0)) && root.flow === true
    return insertItem(text, flowList(list), flowRule(rule, { ...plainStyle(''), flow: true, json }))
  }
  const lines = blockRule(text, rule, plainStyle(`${columnOf(text, keyAt).indent}  `))
  return [
    { start: skipBlanksBack(text, start), end, text: '' },
    insertLines(text, { at: lineEnd(text, end), startsLine: false }, lines),
  ]
}

function belowLast(text: string, list: YAMLSeq, style: RuleStyle, rule: RuleEntry): Splice {
  const dash = dashesOf(list).at(-1) ?? 0
  const last = list.items.at(-1)
  const lines = style.flow ? `${style.indent}- ${flowRule(rule, style)}` : blockRule(text, rule, style)
  const blank = style.blankLine ? lineBreakNear(text, dash) : ''
  const end = contentEnd(text, last as YAMLMap, columnOf(text, dash).column)
  return insertLines(text, end, blank + lines)
}

/** What the new text must say: the same data and the one rule more. */
function withRule(parsed: ParsedActauth, rule: RuleEntry): JsonRecord {
  const { data } = parsed
  const start = Object.keys(data).length === 0 ? { default_decision: 'deny' } : data
  return { ...start, rules: [...valuesOf(parsed), rule] }
}

function unplaced(text: string): EditResult {
  return refuse(text, 0, 'UNPLACED', 'The rule could not be placed without changing something else.')
}
