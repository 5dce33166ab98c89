import { type Codec, type ReadContext, refuse, refuseKind, within } from '../../codec/codec.ts'
import { assigned } from '../../codec/expression.ts'
import { pairsOf } from '../../codec/flow.ts'
import { printPair } from '../../codec/lines.ts'
import { refusePath, toPath } from '../../codec/path.ts'
import { type Leaf, type Node, sliceLeaf, type Value } from '../../scan/node.ts'
import type { Assignment } from '../../spec.ts'

/** `path: expression` or `path = expression`, one to a line, or one on the key's own line. */
export const assignments: Codec<Assignment[]> = {
  read(value, context) {
    if (value.kind === 'block') return value.nodes.flatMap(node => readNode(node, context) ?? [])
    if (value.kind !== 'inline') return refuseKind(value, context, 'assignments')
    if (!value.leaf.text.startsWith('{')) return one(readEqual(value.leaf, context))
    return pairsOf(value, context)?.flatMap(pair => readNode(pair, context) ?? [])
  },
  print: values => ({
    style: 'block',
    lines: values.flatMap(({ path, value }) => printPair(path, assigned.print(value))),
  }),
}

function one<T>(value: T | undefined): T[] | undefined {
  return value === undefined ? undefined : [value]
}

function readNode(node: Node, context: ReadContext): Assignment | undefined {
  if (node.kind === 'line' && node.children.length === 0) return readEqual(node.leaf, context)
  if (node.kind !== 'pair')
    return refuse(context, { code: 'ABL2011', span: node.span, message: 'Expected `path: expression`.' })
  const path = toPath(node.key)
  if (path === undefined) return refusePath(node.key, node.keySpan, context)
  const value = assigned.read(node.value, within(context, node))
  return value === undefined ? undefined : { path, value }
}

function readEqual(leaf: Leaf, context: ReadContext): Assignment | undefined {
  const equal = /^[^="']*?=(?!=)/.exec(leaf.text)?.[0].length ?? 0
  if (equal === 0) return refuse(context, { code: 'ABL2011', span: leaf, message: 'Expected `path = expression`.' })
  const target = sliceLeaf(leaf, 0, equal - 1)
  const path = toPath(target.text)
  if (path === undefined) return refusePath(target.text, target, context)
  const right = sliceLeaf(leaf, equal, leaf.text.length)
  const value = assigned.read(inlineOrNone(right), context)
  return value === undefined ? undefined : { path, value }
}

function inlineOrNone(leaf: Leaf): Value {
  if (leaf.text === '') return { kind: 'none', commented: false, span: leaf }
  return { kind: 'inline', leaf, span: leaf }
}
