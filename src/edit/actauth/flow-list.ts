import { type CST, isPair, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import type { CommaList } from '../comma-list/comma-list.ts'
import { yamlComments } from '../comments.ts'
import type { Span } from '../text.ts'

/** The elements of a flow collection (`[…]` or `{…}`) as places in the text. */
export function flowList(collection: YAMLSeq | YAMLMap): CommaList {
  const token = collection.srcToken as CST.FlowCollection
  const nodes = collection.items as (Node | Pair)[]
  const items: Span[] = []
  const commas: Span[] = []
  token.items.forEach((item, index) => {
    const comma = item.start.find(part => part.type === 'comma')
    if (comma) commas.push({ start: comma.offset, end: comma.offset + 1 })
    const node = nodes[index]
    const start = item.start.find(part => part.type === 'tag' || part.type === 'anchor')?.offset ?? startOf(item)
    if (node && start !== undefined) items.push({ start, end: endOf(node) })
  })
  const close = token.end[0]?.offset ?? 0
  return { open: token.start.offset + 1, close, items, commas, comments: yamlComments }
}

function startOf(item: CST.CollectionItem): number | undefined {
  return (item.key ?? item.value)?.offset
}

function endOf(node: Node | Pair): number {
  if (!isPair(node)) return node.range?.[1] ?? 0
  const value = node.value as Node | null
  return value?.range?.[1] ?? (node.key as Node).range?.[1] ?? 0
}
