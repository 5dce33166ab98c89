import type { Pair, Value } from '../scan/node.ts'
import type { Problem, Report } from '../scan/report.ts'
import type { Span } from '../scan/source.ts'

/** Names that a file refers to and something else declares; `check/references.ts` looks them up. */
export type ReferenceKind =
  | 'parameter'
  | 'config'
  | 'mcpServer'
  | 'function'
  | 'workflow'
  | 'index'
  | 'authProfile'
  | 'tlsProfile'
  | 'oauthProvider'
  | 'lookup'
  | 'transform'
  | 'tool'
  | 'agent'
  | 'step'

export interface Reference {
  kind: ReferenceKind
  name: string
  span: Span
}

/** What a codec reports to and leaves notes in while it reads one tool or section. */
export interface ReadContext {
  report: Report
  references: Reference[]
  /** Where each property stands: dot path of keys (`auth_config.client_secret`) to its span. */
  places: Map<string, Span>
  /** The path of the property being read, and where its key stands. */
  path: string
  keySpan: Span
  /** Properties inside one another so far. */
  depth: number
}

/**
 * How one kind of value is read and printed. Contract: `read` reports every problem itself and then returns undefined;
 * it never throws. What `print` writes, `read` reads back to an equal value.
 */
export interface Codec<T> {
  read(value: Value, context: ReadContext): T | undefined
  print(value: T): Printed
}

/** Text after the key's colon, or lines below it: of a pipe block, or of a map or list. */
export type Printed = string | { style: 'pipe' | 'block'; lines: readonly string[] }

export function within(context: ReadContext, pair: Pair): ReadContext {
  const path = context.path === '' ? pair.key : `${context.path}.${pair.key}`
  if (!context.places.has(path)) context.places.set(path, pair.span)
  return inner(context, path, pair.keySpan)
}

export function newContext(report: Report, keySpan: Span): ReadContext {
  return { report, references: [], places: new Map(), path: '', keySpan, depth: 0 }
}

/** Properties inside one another, at most. */
const DEEPEST_PROPERTY = 24

/** Whether the context is still at a depth that is read; reports the one that is not. */
export function staysShallow(context: ReadContext): boolean {
  if (context.depth <= DEEPEST_PROPERTY) return true
  const message = `Properties are nested deeper than ${DEEPEST_PROPERTY} levels.`
  context.report.add({ code: 'ABL1010', span: context.keySpan, message })
  return false
}

/** The context of one entry of a list: `request_variants.0`. */
export function atIndex(context: ReadContext, index: number, item: Value): ReadContext {
  const keySpan = item.kind === 'none' ? context.keySpan : item.span
  const path = `${context.path}.${index}`
  context.places.set(path, keySpan)
  return inner(context, path, keySpan)
}

function inner({ report, references, places, depth }: ReadContext, path: string, keySpan: Span): ReadContext {
  return { report, references, places, path, keySpan, depth: depth + 1 }
}

/** The path of keys as a person reads it, without the numbers of list entries. */
export function pathOf(context: ReadContext): string {
  return context.path.replace(/\.\d+(?=\.|$)/g, '')
}

/** The last key of the context's path, for messages. */
export function keyOf(context: ReadContext): string {
  const path = pathOf(context)
  return path.slice(path.lastIndexOf('.') + 1)
}

/** Where to point for a value: itself, or its key when it is empty. */
export function spanOf(value: Value, context: ReadContext): Span {
  return value.kind === 'none' ? context.keySpan : value.span
}

/** Reports and returns undefined, so that a reader can end with it. */
export function refuse(context: ReadContext, problem: Problem): undefined {
  context.report.add(problem)
}

const HOW: Readonly<Record<string, string>> = {
  'a list': 'write [a, b], or `- entry` lines below the key',
  'a map': 'write {key: value}, or `key: value` lines below the key',
}

/** An empty value (ABL1006), or one of the wrong kind (ABL2011). Nothing for a value that is already reported. */
export function refuseKind(value: Value, context: ReadContext, expected: string): undefined {
  if (value.kind === 'broken') return
  if (value.kind !== 'none') {
    const message = `\`${keyOf(context)}\` must be ${expected}.`
    return refuse(context, { code: 'ABL2011', span: spanOf(value, context), message, hint: HOW[expected] })
  }
  refuse(context, {
    code: 'ABL1006',
    span: context.keySpan,
    message: `\`${keyOf(context)}\` has no value.`,
    hint: value.commented ? 'did `#` start a comment? put the value in quotes' : `it must be ${expected}`,
  })
}
