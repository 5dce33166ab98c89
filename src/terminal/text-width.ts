import truncatedWidth from 'fast-string-truncated-width'
import { visible } from './visible.ts'

/** How many columns a text takes: wide characters and emoji two, colours none. */
export function displayWidth(text: string): number {
  return truncatedWidth(text).width
}

/** A text made visible, on one line, at most `width` columns. */
export function oneLine(text: string, width: number): string {
  const line = visible(text.replaceAll(/\s*\n\s*/g, ' ')).replaceAll('\t', ' ')
  const { index, truncated } = truncatedWidth(line, { limit: width, ellipsis: '…', ellipsisWidth: 1 })
  return truncated ? `${line.slice(0, index)}…` : line
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
  while (displayWidth(rest) > width) {
    const end = Math.max(truncatedWidth(rest, { limit: width }).index, firstCharacter(rest))
    const space = rest.slice(0, end + 1).lastIndexOf(' ')
    const at = space > 0 && rest.slice(0, space).trim() !== '' ? space : end
    lines.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at === space ? at + 1 : at)
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, rest]
}

/** Even a terminal narrower than one character gets one a line. */
function firstCharacter(text: string): number {
  return String.fromCodePoint(text.codePointAt(0) ?? 32).length
}

/** The width of a terminal; where there is none (a log), a width that is good to read. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return stream.columns || 120
}
