import { type CST, isMap, isScalar, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import { hasBreak, lineStart } from '../text.ts'

/** How the rules of a file are written; a new one copies the last. */
export interface RuleStyle {
  quote: '"' | "'"
  /** The blanks before the dash. */
  indent: string
  /** What stands between the dash and the first key. */
  gap: string
  /** `{ name: x, … }` on one line instead of one key a line. */
  flow: boolean
  /** Inside flow braces. */
  padding: string
  /** JSON: keys and all texts in quotes. */
  json: boolean
  /** Rules are separated by an empty line. */
  blankLine: boolean
}

export function plainStyle(indent: string): RuleStyle {
  return { quote: '"', indent, gap: ' ', flow: false, padding: ' ', json: false, blankLine: false }
}

export function styleOf(text: string, list: YAMLSeq): RuleStyle {
  const maps = list.items.filter(item => isMap(item))
  const last = list.items.at(-1)
  const style = plainStyle('')
  style.quote = quoteOf(maps)
  if (isMap(last) && last.flow) Object.assign(style, flowStyle(text, last))
  if (list.flow) return { ...style, flow: true }
  const dashes = dashesOf(list)
  const dash = dashes.at(-1) ?? 0
  style.indent = blanksUpTo(text, dash)
  if (isMap(last) && !last.flow) style.gap = gapOf(text, dash, last)
  style.blankLine = hasBlankLine(text, dashes, list)
  return style
}

/** What to write before a dash that shall stand where this one stands. */
function blanksUpTo(text: string, dash: number): string {
  const before = text.slice(lineStart(text, dash), dash)
  return before.trim() === '' ? before : ' '.repeat(before.length)
}

/** The places of a block list's dashes. */
export function dashesOf(list: YAMLSeq): number[] {
  const token = list.srcToken as CST.BlockSequence | undefined
  return (token?.items ?? []).flatMap(item =>
    item.start.filter(part => part.type === 'seq-item-ind').map(part => part.offset),
  )
}

/** As the scopes are quoted, last first; else as any value is. */
function quoteOf(maps: YAMLMap[]): '"' | "'" {
  const values = (keys: string[] | undefined): Node[] =>
    maps.flatMap(map =>
      map.items.filter(({ key }) => !keys || keys.includes(String(key))).map(({ value }) => value as Node),
    )
  const quoted = [...values(undefined), ...values(['scope', 'tool'])].filter(
    value => isScalar(value) && (value.type === 'QUOTE_DOUBLE' || value.type === 'QUOTE_SINGLE'),
  )
  const last = quoted.at(-1)
  return isScalar(last) && last.type === 'QUOTE_SINGLE' ? "'" : '"'
}

function flowStyle(text: string, map: YAMLMap): Partial<RuleStyle> {
  const start = map.range?.[0] ?? 0
  const padding = /^\{([^\S\r\n]*)/.exec(text.slice(start))?.[1] ?? ' '
  const [first] = map.items
  const key = first?.key
  const brokenLines = hasBreak(text, start, map.range?.[1] ?? start)
  const json = isScalar(key) && key.type === 'QUOTE_DOUBLE'
  return { flow: true, padding: brokenLines ? ' ' : padding, json }
}

/** Blanks between the dash and the first key; a tag, an anchor or a comment there is not copied. */
function gapOf(text: string, dash: number, map: YAMLMap): string {
  const gap = text.slice(dash + 1, map.range?.[0] ?? dash + 2)
  return /^\s+$/.test(gap) ? gap : ' '
}

/** Whether an empty line separates the last rule from the one before it. */
function hasBlankLine(text: string, dashes: number[], list: YAMLSeq): boolean {
  const dash = dashes.at(-1)
  const before = list.items.at(-2) as Node | undefined
  if (dash === undefined || !before) return false
  const end = before.range?.[1] ?? 0
  const lines = text.slice(end, dash).split(/\r\n|\n|\r/)
  const whole = lineStart(text, end) === end ? lines.slice(0, -1) : lines.slice(1, -1)
  return whole.some(line => line.trim() === '')
}
