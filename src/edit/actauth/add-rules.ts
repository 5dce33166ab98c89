import { isMap, type YAMLMap } from 'yaml'
import type { EditResult } from '../edit-result.ts'
import { applySplices, decode, lineBreakNear } from '../text.ts'
import { addRule } from './add-rule.ts'
import { columnOf, contentEnd, insertLines } from './content-end.ts'
import { parseActauth, refuse, rulesOf } from './parse.ts'
import { dashesOf, styleOf } from './rule-style.ts'
import { blockRule, type RuleEntry } from './rule-text.ts'
import { fileData, sameData, valuesOf } from './rules-data.ts'

/** `addRule` for many rules at once, in one reading of the file: the first as it does it, the others below that one. */
export function addRules(bytes: Uint8Array, rules: readonly RuleEntry[]): EditResult {
  let current = bytes
  const left = [...rules]
  let added = false
  for (let rule = left.shift(); rule; rule = left.shift()) {
    const result = addRule(current, rule)
    if (result.outcome === 'refuse') return result
    if (result.outcome === 'noop') continue
    added = true
    current = Buffer.from(result.text)
    const rest = left.length === 0 ? undefined : belowLast(current, left)
    if (rest) return rest
  }
  return added
    ? { outcome: 'edit', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(current) }
    : { outcome: 'noop' }
}

/** All of them as block rules below the last one; undefined where the list is written otherwise, or has one of the names. */
function belowLast(bytes: Uint8Array, rules: readonly RuleEntry[]): EditResult | undefined {
  const decoded = decode(bytes)
  if ('outcome' in decoded) return decoded
  const { text, mark } = decoded
  const parsed = parseActauth(text)
  if ('outcome' in parsed || !parsed.root) return undefined
  const found = rulesOf(text, parsed.root)
  if ('outcome' in found || found.kind !== 'list') return undefined
  const { list } = found
  const last = list.items.at(-1)
  const style = styleOf(text, list)
  const known = new Set(valuesOf(parsed).map(rule => (rule as { name?: unknown } | null)?.name))
  if (list.flow || style.flow || !isMap(last) || rules.some(({ name }) => known.has(name))) return undefined
  const dash = dashesOf(list).at(-1) ?? 0
  const lineBreak = lineBreakNear(text, dash)
  const gap = style.blankLine ? lineBreak : ''
  const lines = rules.map(rule => gap + blockRule(text, rule, style)).join(lineBreak)
  const end = contentEnd(text, last as YAMLMap, columnOf(text, dash).column)
  const after = applySplices(text, [insertLines(text, end, lines)])
  const wanted = { ...parsed.data, rules: [...valuesOf(parsed), ...rules] }
  if (sameData(fileData(after), wanted)) return { outcome: 'edit', text: mark + after }
  return refuse(text, 0, 'UNPLACED', 'The rules could not be placed without changing something else.')
}
