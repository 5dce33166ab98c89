import truncatedWidth from 'fast-string-truncated-width'
import { visible } from './visible.ts'

const PLAIN = /^[\x20-\x7e]*$/
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** How many columns a text without colours takes: wide characters and emoji two. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : measure(text, Number.POSITIVE_INFINITY).width
}

/** A text made visible, on one line, at most `width` columns. */
export function oneLine(text: string, width: number): string {
  const line = visible(text.replaceAll(/\s*\n\s*/g, ' ')).replaceAll('\t', ' ')
  if (measure(line, width).end === line.length) return line
  return `${line.slice(0, measure(line, width - 1).end)}…`
}

/** The lines of a text made visible, broken between words where there are any, each at most `width` columns. */
export function wrapped(text: string, width: number): string[] {
  return visible(text)
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap(line => wrapLine(line, Math.max(1, width)))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let rest = line
  for (;;) {
    const end = measure(rest, width).end || firstCharacter(rest)
    if (end >= rest.length) return rest === '' && lines.length > 0 ? lines : [...lines, rest]
    const space = rest.slice(0, end + 1).lastIndexOf(' ')
    const at = space > 0 && rest.slice(0, space).trim() !== '' ? space : end
    lines.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at === space ? at + 1 : at)
  }
}

/** How far a text goes within so many columns: the index after the last character that fits, and the columns it takes. */
function measure(text: string, limit: number): { end: number; width: number } {
  if (PLAIN.test(text)) {
    const end = Math.max(0, Math.min(text.length, limit))
    return { end, width: end }
  }
  let width = 0
  for (const { segment, index } of characters.segment(text)) {
    const next = width + truncatedWidth(segment).width
    if (next > limit) return { end: index, width }
    width = next
  }
  return { end: text.length, width }
}

/** Even a terminal narrower than one character gets one a line. */
function firstCharacter(text: string): number {
  const [first] = characters.segment(text)
  return first?.segment.length ?? 0
}

/** The width of a terminal; where there is none (a log), a width that is good to read. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return stream.columns || 120
}
