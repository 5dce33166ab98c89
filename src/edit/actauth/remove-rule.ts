import type { Node } from 'yaml'
import { isRecord, type JsonRecord } from '../../core/json.ts'
import { removeItem } from '../comma-list/remove-item.ts'
import type { EditResult, Refusal } from '../edit-result.ts'
import { applySplices, decode, lineStart, nextLine, type Splice } from '../text.ts'
import { type ContentEnd, columnOf, contentEnd, withoutLines } from './content-end.ts'
import { flowList } from './flow-list.ts'
import { type ParsedActauth, parseActauth, type RulesPair, refuse, rulesOf } from './parse.ts'
import { dashesOf } from './rule-style.ts'
import { indexesOf, sameData, valuesOf } from './rules-data.ts'

type RulesList = RulesPair & { kind: 'list' }

/**
 * Takes the rule of this name, with the comments inside it, out of the text of an `actauth.yml`; comments above it stay.
 * Without such a rule it is `noop`; a rule whose anchor is used elsewhere is refused.
 */
export function removeRule(bytes: Uint8Array, name: string): EditResult {
  const decoded = decode(bytes)
  if ('outcome' in decoded) return decoded
  const { mark, text } = decoded
  const first = parseActauth(text)
  if ('outcome' in first) return first
  let parsed = first
  let now = text
  for (;;) {
    const cuts = nextCuts(now, parsed, name)
    if ('outcome' in cuts) return cuts
    if (cuts.splices.length === 0) break
    now = applySplices(now, cuts.splices)
    const next = parseActauth(now)
    if ('outcome' in next) return stillUsed(text, name)
    parsed = next
  }
  if (now === text) return { outcome: 'noop' }
  return sameData(parsed.data, without(first, name)) ? { outcome: 'edit', text: mark + now } : unplaced(text, name)
}

/** The cuts for the last rule of this name, none when there is none. */
function nextCuts(text: string, parsed: ParsedActauth, name: string): { splices: Splice[] } | Refusal {
  const rules = parsed.root ? rulesOf(text, parsed.root) : ({ kind: 'absent' } as const)
  if ('outcome' in rules) return rules
  const index = rules.kind === 'list' ? indexesOf(parsed, name).at(-1) : undefined
  return { splices: index === undefined || rules.kind !== 'list' ? [] : cutRule(text, parsed, rules, index) }
}

function without(parsed: ParsedActauth, name: string): JsonRecord {
  const left = valuesOf(parsed).filter(rule => !(isRecord(rule) && String(rule.name) === name))
  return { ...parsed.data, rules: left }
}

function unplaced(text: string, name: string): EditResult {
  return refuse(text, 0, 'UNPLACED', `The rule \`${name}\` could not be removed without changing something else.`)
}

function stillUsed(text: string, name: string): EditResult {
  return refuse(
    text,
    0,
    'REFERENCED_ELSEWHERE',
    `Something else in the file uses an anchor inside the rule \`${name}\`.`,
  )
}

function cutRule(text: string, { root }: ParsedActauth, rules: RulesList, index: number): Splice[] {
  const { list } = rules
  if (list.flow || !root) return removeItem(text, flowList(list), index)
  const dashes = dashesOf(list)
  const dash = dashes[index] ?? 0
  const end = contentEnd(text, list.items[index] as Node, columnOf(text, dash).column)
  if (list.items.length === 1) return emptied(text, rules, dash, end)
  const before = dashes[index - 1]
  const floor = before === undefined ? 0 : endOfItem(text, rules, index - 1, before)
  return [cutLines(text, { dash, end, floor, isLast: index === list.items.length - 1 })]
}

function endOfItem(text: string, { list }: RulesList, index: number, dash: number): number {
  return contentEnd(text, list.items[index] as Node, columnOf(text, dash).column).at
}

/** The last rule goes: `rules: []` stays. */
function emptied(text: string, { keyEnd }: RulesList, dash: number, end: ContentEnd): Splice[] {
  const start = lineStart(text, dash)
  if (text.slice(start, dash).trim() !== '') return [{ start: dash, end: end.at, text: '[]' }]
  const colon = text.indexOf(':', keyEnd) + 1
  return [{ start: colon, end: colon, text: ' []' }, withoutLines(text, start, end)]
}

interface Cut {
  dash: number
  end: ContentEnd
  /** Nothing before this place may go. */
  floor: number
  isLast: boolean
}

/** The rule's lines, and one empty line of the two that would meet. */
function cutLines(text: string, { dash, end, floor, isLast }: Cut): Splice {
  const start = lineStart(text, dash)
  const above = start > 0 ? lineStart(text, start - (text.slice(0, start).endsWith('\r\n') ? 2 : 1)) : 0
  const blankAbove = above >= floor && above < start && text.slice(above, start).trim() === ''
  const below = end.startsLine ? end.at : nextLine(text, end.at)
  const blankBelow = /^[^\S\r\n]*(\r\n|\n|\r)/.test(text.slice(below))
  return withoutLines(text, blankAbove && (isLast || blankBelow) ? above : start, end)
}
