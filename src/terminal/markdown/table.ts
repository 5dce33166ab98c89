import { displayWidth, oneLine } from '../text-width.ts'
import { inlineSpans } from './inline.ts'

/** The lines of a table that begin with `|`, as columns within `width`; undefined: the second line makes it no table. */
export function tableLines(lines: string[], width: number): string[] | undefined {
  const [head = [], marks = [], ...body] = lines.map(cells)
  if (marks.length === 0 || !marks.every(mark => /^:?-+:?$/.test(mark))) return undefined
  const rows = [head, ...body].map(row => head.map((_, index) => plain(row[index] ?? '')))
  const widths = fitted(
    head.map((_, index) => Math.max(1, ...rows.map(row => displayWidth(row[index] ?? '')))),
    width,
  )
  const shown = rows.map(row =>
    row.map((cell, index) => padded(cell, widths[index] ?? 1, marks[index] ?? '-')).join('  '),
  )
  const rule = widths.map(count => '─'.repeat(count)).join('  ')
  return [shown[0] ?? '', rule, ...shown.slice(1)].map(line => line.trimEnd())
}

function cells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
}

function plain(cell: string): string {
  const { spans } = inlineSpans(cell, { final: true, before: '' })
  return oneLine(spans.map(({ text }) => text).join(''), Number.POSITIVE_INFINITY)
}

/** The widest column gives way until all fit. */
function fitted(widths: number[], width: number): number[] {
  const result = [...widths]
  const room = width - 2 * (widths.length - 1)
  for (let over = result.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const widest = Math.max(...result)
    if (widest <= 1) break
    result[result.indexOf(widest)] = widest - 1
  }
  return result
}

function padded(cell: string, width: number, mark: string): string {
  const text = oneLine(cell, width)
  const space = Math.max(0, width - displayWidth(text))
  if (!mark.endsWith(':')) return text + ' '.repeat(space)
  const left = mark.startsWith(':') ? Math.floor(space / 2) : space
  return ' '.repeat(left) + text + ' '.repeat(space - left)
}
