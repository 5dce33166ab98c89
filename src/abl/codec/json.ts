import type { Json } from '../../core/json.ts'
import type { Leaf, Value } from '../scan/node.ts'
import { atEnd, cursorAt, LeafProblem, stop, upNext } from '../signature/cursor.ts'
import { printLiteral, readLiteral } from '../signature/literal.ts'
import { type Codec, type ReadContext, refuse, refuseKind, within } from './codec.ts'
import { isList } from './collection.ts'
import { itemsOf, pairsOf } from './flow.ts'

/** Any JSON value, inline or as a block. */
export const json: Codec<Json> = { read: readJson, print: printLiteral }

function readJson(value: Value, context: ReadContext): Json | undefined {
  if (value.kind === 'inline') return readLeaf(value.leaf, context)
  if (value.kind === 'pipe') return value.text
  if (value.kind !== 'block') return refuseKind(value, context, 'a value')
  if (isList(value)) return itemsOf(value, context)?.flatMap(item => readJson(item, context) ?? [])
  const pairs = pairsOf(value, context)
  const entries = pairs?.map(pair => [pair.key, readJson(pair.value, within(context, pair)) ?? null] as const)
  return entries && Object.fromEntries(entries)
}

/** A literal that takes up the whole leaf; a bare text is a text. */
function readLeaf(leaf: Leaf, context: ReadContext): Json | undefined {
  const cursor = cursorAt(leaf)
  try {
    const { value, bare } = readLiteral(cursor)
    if (bare) return leaf.text
    if (!atEnd(cursor))
      stop(cursor, { code: 'ABL1005', message: `Nothing may follow the value, found ${upNext(cursor)}.` })
    return value
  } catch (error) {
    if (!(error instanceof LeafProblem)) throw error
    return refuse(context, error.problem)
  }
}
