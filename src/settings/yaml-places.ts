import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, type Pair } from 'yaml'
import type { Range } from '../core/diagnostic.ts'

/** The keys and indexes that lead from the root of a document to a value. */
export type Path = readonly (string | number)[]

/** Where the value at a path stands, or its key; what is not there is shown where the nearest thing around it is. */
export interface Places {
  value(path: Path): Range
  key(path: Path): Range
}

export function yamlPlaces(document: Document, lines: LineCounter): Places {
  const rangeOf = (node: unknown): Range | undefined => {
    const range = (node as Node | null)?.range
    return range ? rangeBetween(lines, range[0], range[1]) : undefined
  }
  const start = rangeBetween(lines, 0, 0)
  return {
    value: path => walk(document, path, pair => rangeOf(pair.value) ?? rangeOf(pair.key), rangeOf) ?? start,
    key: path => walk(document, path, pair => rangeOf(pair.key), rangeOf) ?? start,
  }
}

export function rangeBetween(lines: LineCounter, start: number, end: number): Range {
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  return { start: at(start), end: at(Math.max(start, end)) }
}

/** The place of the last step that the document has. */
function walk(
  document: Document,
  path: Path,
  ofPair: (pair: Pair) => Range | undefined,
  ofItem: (node: unknown) => Range | undefined,
): Range | undefined {
  let node: unknown = document.contents
  let found: Range | undefined
  for (const step of path) {
    const inside = isAlias(node) ? node.resolve(document) : node
    if (isMap(inside)) {
      const pair = pairOf(document, inside.items, String(step))
      if (!pair) return found
      found = ofPair(pair) ?? found
      node = pair.value
    } else if (isSeq(inside) && typeof step === 'number' && step in inside.items) {
      node = inside.items[step]
      found = ofItem(node) ?? found
    } else return found
  }
  return found
}

/** The pair of a key, or the merge (`<<`) that may have brought it. */
function pairOf(document: Document, items: readonly Pair[], key: string): Pair | undefined {
  const keyed = (name: string) => items.find(pair => isScalar(pair.key) && String(pair.key.value) === name)
  const own = keyed(key)
  if (own) return own
  const merge = items.find(pair => isScalar(pair.key) && pair.key.source === '<<')
  const target = merge && isAlias(merge.value) ? merge.value.resolve(document) : merge?.value
  return isMap(target) ? pairOf(document, target.items, key) : undefined
}
