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
  type Scalar,
  visit,
} from 'yaml'
import type { LineIndex } from './line-index.ts'
import type { Place, Problem, Report, SourceEntry, SourceNode } from './source-node.ts'

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
      if (!yaml.targets.has(alias)) report(unresolved(alias, yaml))
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
function unresolved(alias: Alias, yaml: YamlText): Problem {
  const written = `*${alias.source}`
  return {
    code: 'ACTAUTH_ALIAS',
    message: `Without quotes, \`${written}\` is a YAML alias, and nothing before it is anchored as \`&${alias.source}\`.`,
    at: placeOf(alias, yaml),
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
  if (isScalar(node)) return toScalar(node, at)
  return { kind: 'other', at, what: 'neither map, list nor value' }
}

function toEntry(pair: Pair, around: Place, yaml: YamlText): SourceEntry {
  const at = isNode(pair.key) ? placeOf(pair.key, yaml) : around
  return { key: keyText(pair.key), at, value: toSource(pair.value, at, yaml) }
}

function keyText(key: unknown): string {
  if (!isScalar(key)) return isCollection(key) ? '[…]' : '*'
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value))
}

function toScalar({ value }: Scalar, at: Place): SourceNode {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { kind: 'scalar', at, value }
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'scalar', at, value }
  return { kind: 'other', at, what: typeof value === 'number' ? String(value) : `a ${typeof value}` }
}

/** Without the blanks and line breaks that belong to a node's tail. */
function placeOf(node: Node, { text, lines }: YamlText): Place {
  const [start, end] = node.range ?? [0, 0, 0]
  const trimmed = start + text.slice(start, end).trimEnd().length
  return { range: lines.range(start, trimmed), path: '' }
}
