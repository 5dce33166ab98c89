import type { Position, Range } from '../../core/diagnostic.ts'

/** A piece of a source: UTF-16 offsets into `Source.text`, the end excluded. */
export interface Span {
  start: number
  end: number
}

/** One ABL file's text, without a byte order mark, every line ending read as LF. */
export interface Source {
  file: string
  text: string
  lineStarts: readonly number[]
}

export function openSource(text: string, file: string): Source {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const lineStarts = [0]
  for (let at = unified.indexOf('\n'); at >= 0; at = unified.indexOf('\n', at + 1)) lineStarts.push(at + 1)
  return { file, text: unified, lineStarts }
}

/** Where an offset stands. Logarithmic, so that a file full of problems is still reported quickly. */
export function positionOf(source: Source, offset: number): Position {
  const at = Math.min(Math.max(offset, 0), source.text.length)
  let low = 0
  let high = source.lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((source.lineStarts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: at - (source.lineStarts[low] ?? 0) + 1 }
}

export function rangeOf(source: Source, span: Span): Range {
  return { start: positionOf(source, span.start), end: positionOf(source, Math.max(span.start, span.end)) }
}
