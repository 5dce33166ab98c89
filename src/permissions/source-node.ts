import type { Range } from '../core/diagnostic.ts'

/** Where something was written: a range in a file, or a path such as `rules[2].when` for values given in code. */
export interface Place {
  range?: Range
  path: string
}

export interface SourceEntry {
  key: string
  at: Place
  value: SourceNode
}

/**
 * A value of the user that is still to be checked, from YAML or from code. Children are made on demand, so that a
 * value that holds itself, or a small file that unfolds into a huge one, costs nothing.
 */
export type SourceNode =
  | { kind: 'map'; at: Place; entries(): SourceEntry[] }
  | { kind: 'list'; at: Place; items(): SourceNode[] }
  | { kind: 'scalar'; at: Place; value: string | number | boolean | null }
  /** Nothing that permissions can use; `what` names it. */
  | { kind: 'other'; at: Place; what: string }
  /** Could not be read, and that was reported already. */
  | { kind: 'unreadable'; at: Place }

/** A problem found while checking; `at` becomes file and range, or leads the message. */
export interface Problem {
  code: string
  message: string
  at: Place
  hint?: string
}

export type Report = (problem: Problem) => void

/** What kind of value it is, for messages. */
export function kindOf(node: SourceNode): string {
  switch (node.kind) {
    case 'map':
      return 'a map'
    case 'list':
      return 'a list'
    case 'scalar':
      return scalarKind(node.value)
    case 'other':
      return node.what
    case 'unreadable':
      return 'unreadable'
  }
}

function scalarKind(value: string | number | boolean | null): string {
  if (value === null) return 'empty'
  if (typeof value === 'string') return 'a text'
  return typeof value === 'number' ? `the number ${value}` : String(value)
}

/** A value without children as a node; numbers that JSON can't carry, functions and the like are `other`. */
export function scalarNode(value: unknown, at: Place): SourceNode {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { kind: 'scalar', at, value }
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'scalar', at, value }
  return { kind: 'other', at, what: typeof value === 'number' ? String(value) : `a value of type ${typeof value}` }
}
