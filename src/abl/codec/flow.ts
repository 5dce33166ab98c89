import { type Item, type Leaf, type Pair, sliceLeaf, type Value } from '../scan/node.ts'
import { readQuoted } from '../scan/quoted.ts'
import { quoteSkipper } from '../scan/quotes.ts'
import { pathOf, type ReadContext, refuse, refuseKind, spanOf, staysShallow } from './codec.ts'

/** The entries of a list, block or flow; undefined (reported) when the value is no list. */
export function itemsOf(value: Value, context: ReadContext, expected = 'a list'): Value[] | undefined {
  if (!staysShallow(context)) return undefined
  if (value.kind === 'block') {
    const items = value.nodes.filter((node): node is Item => node.kind === 'item')
    if (items.length === value.nodes.length) return items.map(item => item.value)
  }
  if (value.kind === 'inline' && value.leaf.text.startsWith('['))
    return flowParts(value.leaf, context)?.map(inlineValue)
  return refuseKind(value, context, expected)
}

/** The entries of a map, block or flow; undefined (reported) when the value is no map. */
export function pairsOf(value: Value, context: ReadContext, expected = 'a map'): Pair[] | undefined {
  if (!staysShallow(context)) return undefined
  if (value.kind === 'block') {
    const pairs = value.nodes.filter((node): node is Pair => node.kind === 'pair')
    if (pairs.length === value.nodes.length) return pairs
    const other = value.nodes.find(node => node.kind !== 'pair')
    const message = `\`${pathOf(context)}\` must be ${expected}: \`key: value\` lines.`
    return refuse(context, { code: 'ABL2011', span: other?.span ?? value.span, message })
  }
  if (value.kind === 'inline' && isFlowMap(value.leaf)) {
    return flowParts(value.leaf, context)?.flatMap(part => flowPair(part, context) ?? [])
  }
  return refuseKind(value, context, expected)
}

/** `{…}`, but not a template. */
export function isFlowMap(leaf: Leaf): boolean {
  return leaf.text.startsWith('{') && !leaf.text.startsWith('{{')
}

function inlineValue(leaf: Leaf): Value {
  return { kind: 'inline', leaf, span: leaf }
}

/** What stands between the outer brackets, split at the commas that no bracket and no quote encloses. */
function flowParts(leaf: Leaf, context: ReadContext): Leaf[] | undefined {
  const { commas, close } = splitFlow(leaf.text, ',')
  if (close !== leaf.text.length - 1) {
    const rest = sliceLeaf(leaf, close + 1, leaf.text.length)
    return refuse(context, {
      code: 'ABL1005',
      span: rest,
      message: `Nothing may follow the closing bracket: \`${rest.text}\`.`,
    })
  }
  const borders = [0, ...commas, close]
  const parts = borders.slice(1).map((border, index) => sliceLeaf(leaf, (borders[index] ?? 0) + 1, border))
  if (parts.at(-1)?.text === '') parts.pop()
  const empty = parts.find(part => part.text === '')
  if (empty)
    return refuse(context, {
      code: 'ABL2011',
      span: { start: empty.start - 1, end: empty.start },
      message: 'A value is missing between two commas.',
    })
  return parts
}

/** Offsets of `separator` directly inside the first bracket, and of the bracket that closes it. */
function splitFlow(text: string, separator: string): { commas: number[]; close: number } {
  const commas: number[] = []
  const skip = quoteSkipper(text, text.length)
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const after = skip(at)
    if (after !== at) {
      at = after
      continue
    }
    const character = text[at] ?? ''
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character) && --depth === 0) return { commas, close: at }
    else if (character === separator && depth === 1) commas.push(at)
    at++
  }
  return { commas, close: text.length }
}

function flowPair(part: Leaf, context: ReadContext): Pair | undefined {
  const colon = colonOf(part)
  if (colon < 0) {
    return refuse(context, {
      code: 'ABL2011',
      span: part,
      message: `\`${part.text.slice(0, 40)}\` is no \`key: value\`.`,
    })
  }
  const keyLeaf = sliceLeaf(part, 0, colon)
  const quoted = readQuoted(keyLeaf)
  const leaf = sliceLeaf(part, colon + 1, part.text.length)
  const span = { start: part.start, end: part.end }
  const value: Value =
    leaf.text === '' ? { kind: 'none', commented: false, span: { start: part.end, end: part.end } } : inlineValue(leaf)
  const keySpan = { start: keyLeaf.start, end: keyLeaf.end }
  return { kind: 'pair', key: quoted.kind === 'quoted' ? quoted.text : keyLeaf.text, keySpan, value, span }
}

function colonOf(part: Leaf): number {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:/.exec(part.text)?.[0]
  return quoted === undefined ? part.text.indexOf(':') : quoted.length - 1
}

/** The words of `[a, b]`, of a block list, or of `a, b`: for keys that take one or many names. */
export function looseItems(value: Value, context: ReadContext): Value[] | undefined {
  if (value.kind !== 'inline' || value.leaf.text.startsWith('['))
    return itemsOf(value, context, 'a name or a list of names')
  const parts: Value[] = []
  let from = 0
  for (const part of value.leaf.text.split(',')) {
    const leaf = sliceLeaf(value.leaf, from, from + part.length)
    from += part.length + 1
    if (leaf.text !== '') parts.push(inlineValue(leaf))
  }
  return parts.length > 0
    ? parts
    : refuse(context, { code: 'ABL2011', span: spanOf(value, context), message: 'Expected a name.' })
}
