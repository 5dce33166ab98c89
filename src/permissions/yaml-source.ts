import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
} from 'yaml'
import type { LineIndex } from './line-index.ts'
import { type Place, type Problem, type Report, type SourceEntry, type SourceNode, scalarNode } from './source-node.ts'

interface YamlText {
  text: string
  lines: LineIndex
  /** What each alias stands for; unresolved ones are missing. */
  targets: ReadonlyMap<Alias, Node>
}

/** A parsed document as something to check. Aliases that stand for nothing are reported here. */
export function sourceFromYaml(document: Document, text: string, lines: LineIndex, report: Report): SourceNode {
  const yaml: YamlText = { text, lines, targets: resolveAliases(document) }
  visit(document, {
    Alias(_key, alias) {
      // One without a name was an error for the parser already.
      if (alias.source === '' || yaml.targets.has(alias)) return
      report(unresolvedAlias(`*${alias.source}`, placeOf(alias, yaml)))
    },
  })
  return toSource(document.contents, { range: lines.range(0, 0), path: '' }, yaml)
}

/** An alias stands for the nearest anchor of its name before it. */
function resolveAliases(document: Document): Map<Alias, Node> {
  const anchors = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  visit(document, {
    Alias(_key, alias) {
      const target = anchors.get(alias.source)
      if (target) targets.set(alias, target)
    },
    Value(_key, node) {
      if (node.anchor) anchors.set(node.anchor, node)
    },
  })
  return targets
}

/** `scope: *\/*` and `tool: *_delete` parse without a complaint, as aliases called `/*` and `_delete`. */
export function unresolvedAlias(written: string, at: Place): Problem {
  return {
    code: 'ACTAUTH_ALIAS',
    message: `Without quotes, \`${written}\` is a YAML alias, and no \`&${written.slice(1)}\` before it says what it stands for.`,
    at,
    hint: `Quote it: "${written}".`,
  }
}

function toSource(node: unknown, around: Place, yaml: YamlText): SourceNode {
  if (!isNode(node)) return { kind: 'scalar', at: around, value: null }
  const at = placeOf(node, yaml)
  if (isAlias(node)) {
    const target = yaml.targets.get(node)
    return target ? { ...toSource(target, at, yaml), at } : { kind: 'unreadable', at }
  }
  if (isMap(node)) return { kind: 'map', at, entries: () => node.items.map(pair => toEntry(pair, at, yaml)) }
  if (isSeq(node)) return { kind: 'list', at, items: () => node.items.map(item => toSource(item, at, yaml)) }
  if (isScalar(node)) return scalarNode(node.value, at)
  return { kind: 'other', at, what: 'neither map, list nor value' }
}

function toEntry(pair: Pair, around: Place, yaml: YamlText): SourceEntry {
  const at = isNode(pair.key) ? placeOf(pair.key, yaml) : around
  const value = toSource(pair.value, at, yaml)
  const isLeftOut = isScalar(pair.value) && pair.value.source === '' && value.kind === 'scalar' && value.value === null
  return { key: keyText(pair.key), at, value: isLeftOut ? { ...value, at } : value }
}

function keyText(key: unknown): string {
  if (!isScalar(key)) return isCollection(key) ? '[…]' : '*'
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value))
}

/** Without the blanks and line breaks of a node's tail; what is empty is shown where the text before it ends. */
function placeOf(node: Node, { text, lines }: YamlText): Place {
  const [start, end] = node.range ?? [0, 0, 0]
  const trimmed = start + text.slice(start, end).trimEnd().length
  if (trimmed > start) return { range: lines.range(start, trimmed), path: '' }
  const before = text.slice(0, start).trimEnd().length
  return { range: lines.range(Math.max(0, before - 1), before), path: '' }
}
