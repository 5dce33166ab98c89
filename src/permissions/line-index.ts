import type { Position, Range } from '../core/diagnostic.ts'

/** Turns offsets of one text into ranges, counting lines as `positionAt` does, without reading the text every time. */
export interface LineIndex {
  range(start: number, end: number): Range
}

export function lineIndex(text: string): LineIndex {
  const starts = [0]
  for (const found of text.matchAll(/\r\n|\n|\r/g)) starts.push(found.index + found[0].length)
  const position = (offset: number): Position => {
    const within = Math.min(offset, text.length)
    const line = lastAtMost(starts, within)
    return { line: line + 1, column: within - (starts[line] ?? 0) + 1 }
  }
  return { range: (start, end) => ({ start: position(start), end: position(Math.max(start, end)) }) }
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((sorted[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}
