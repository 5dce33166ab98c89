import { isRecord } from '../core/json.ts'
import { type SourceEntry, type SourceNode, scalarNode } from './source-node.ts'

/** A JavaScript value as something to check; `path` says where it stands. */
export function sourceFromValue(value: unknown, path: string): SourceNode {
  const at = { path }
  if (Array.isArray(value)) {
    return { kind: 'list', at, items: () => value.map((item, index) => sourceFromValue(item, `${path}[${index}]`)) }
  }
  if (isRecord(value)) return { kind: 'map', at, entries: () => entriesOf(value, path) }
  return scalarNode(value, at)
}

/** A key that is set to undefined counts as left out. */
function entriesOf(record: Record<string, unknown>, path: string): SourceEntry[] {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const inner = path === '' ? key : `${path}.${key}`
      return { key, at: { path: inner }, value: sourceFromValue(value, inner) }
    })
}
