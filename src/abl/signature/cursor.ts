import type { Leaf } from '../scan/node.ts'
import type { Problem } from '../scan/report.ts'

/** A reader's place in a leaf. */
export interface Cursor {
  readonly leaf: Leaf
  at: number
  /** Types and literals inside one another so far. */
  depth: number
}

/** Thrown while a signature, type or literal is read; its readers turn it into a problem. */
export class LeafProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Types and literals inside one another, at most. */
const DEEPEST_LEAF = 32

export function cursorAt(leaf: Leaf): Cursor {
  return { leaf, at: 0, depth: 0 }
}

/** Passes over white space and tells whether `symbol` comes next. */
export function sees(cursor: Cursor, symbol: string): boolean {
  skipBlank(cursor)
  return cursor.leaf.text.startsWith(symbol, cursor.at)
}

/** Consumes `symbol` if it comes next. */
export function takes(cursor: Cursor, symbol: string): boolean {
  if (!sees(cursor, symbol)) return false
  cursor.at += symbol.length
  return true
}

/** Consumes what a sticky pattern matches next. */
export function takesMatch(cursor: Cursor, pattern: RegExp): string | undefined {
  skipBlank(cursor)
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.leaf.text)?.[0]
  if (found === undefined || found === '') return undefined
  cursor.at += found.length
  return found
}

export function atEnd(cursor: Cursor): boolean {
  skipBlank(cursor)
  return cursor.at >= cursor.leaf.text.length
}

export function nested<T>(cursor: Cursor, read: () => T): T {
  if (++cursor.depth > DEEPEST_LEAF)
    stop(cursor, { code: 'ABL1010', message: `Types and values are nested at most ${DEEPEST_LEAF} deep.` })
  const result = read()
  cursor.depth--
  return result
}

/** Ends the reading with a problem at the cursor, or from `from` up to the cursor. */
export function stop(cursor: Cursor, problem: Omit<Problem, 'span'>, from?: number): never {
  const { leaf } = cursor
  if (from === undefined) skipBlank(cursor)
  const start = leaf.start + (from ?? Math.min(cursor.at, leaf.text.length))
  const end = from === undefined ? Math.min(start + 1, leaf.end) : leaf.start + cursor.at
  throw new LeafProblem({ ...problem, span: { start, end: Math.max(start, end) } })
}

/** What comes next, as a message shows it. */
export function upNext(cursor: Cursor): string {
  if (atEnd(cursor)) return 'the end'
  return `\`${/^\S{1,20}/.exec(cursor.leaf.text.slice(cursor.at, cursor.at + 20))?.[0] ?? ''}\``
}

export function skipBlank(cursor: Cursor): void {
  while (cursor.at < cursor.leaf.text.length && /\s/.test(cursor.leaf.text[cursor.at] ?? '')) cursor.at++
}
