import type { Pair, Value } from '../scan/node.ts'
import { quote } from '../scan/quoted.ts'
import { shown } from '../scan/report.ts'
import type { NamedValue } from '../types.ts'
import { atIndex, type Codec, type Printed, type ReadContext, within } from './codec.ts'
import { itemsOf, looseItems, pairsOf } from './flow.ts'
import { printItem, printPair } from './lines.ts'

/** A list of values, `[a, b]` or one to a line. `loose` also takes `a, b` without brackets. */
export function list<T>(entry: Codec<T>, { loose = false }: { loose?: boolean } = {}): Codec<T[]> {
  return {
    read(value, context) {
      const items = loose ? looseItems(value, context) : itemsOf(value, context)
      const values = items?.map((item, index) => entry.read(item, atIndex(context, index, item)))
      return values?.every(known => known !== undefined) ? values : undefined
    },
    print: values => printList(values.map(value => entry.print(value))),
  }
}

function printList(printed: readonly Printed[]): Printed {
  const short = printed.filter(entry => typeof entry === 'string')
  const flow = `[${short.join(', ')}]`
  if (short.length === printed.length && flow.length <= 100 && !flow.includes('{')) return flow
  return { style: 'block', lines: printed.flatMap(printItem) }
}

/** How a map treats its keys. */
export interface MapOptions {
  /** Keys that differ in case only are the same key, as headers' names are. */
  foldCase?: boolean
  /** Reports a key that is not allowed. */
  checkKey?(pair: Pair, context: ReadContext): void
}

/** A map of names to values, in the order of the file; the same name twice is ABL2004. */
export function map(entry: Codec<string>, options: MapOptions = {}): Codec<NamedValue[]> {
  return {
    read(value, context) {
      const pairs = pairsOf(value, context)
      return pairs && readPairs(pairs, { entry, options, context })
    },
    print: values => ({
      style: 'block',
      lines: values.flatMap(({ name, value }) => printPair(printKey(name), entry.print(value))),
    }),
  }
}

function readPairs(
  pairs: readonly Pair[],
  { entry, options, context }: { entry: Codec<string>; options: MapOptions; context: ReadContext },
): NamedValue[] {
  const seen = new Set<string>()
  return pairs.flatMap(pair => {
    const name = options.foldCase ? pair.key.toLowerCase() : pair.key
    if (seen.has(name)) reportDuplicate(pair, context)
    seen.add(name)
    options.checkKey?.(pair, context)
    const value = entry.read(pair.value, within(context, pair))
    return value === undefined ? [] : [{ name: pair.key, value }]
  })
}

export function reportDuplicate(pair: Pair, context: ReadContext): void {
  const message = `\`${shown(pair.key)}\` is there twice.`
  context.report.add({ code: 'ABL2004', span: pair.keySpan, message, hint: 'keep one of them' })
}

export function printKey(name: string): string {
  return /^[A-Za-z0-9_][A-Za-z0-9_.\-[\]]*$/.test(name) ? name : quote(name)
}

/** Whether a value is written as a list; for keys that take a map or a list. */
export function isList(value: Value): boolean {
  return value.kind === 'block'
    ? value.nodes[0]?.kind === 'item'
    : value.kind === 'inline' && value.leaf.text.startsWith('[')
}
