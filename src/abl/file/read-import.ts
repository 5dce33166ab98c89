import { type ReadContext, refuse, refuseKind } from '../codec/codec.ts'
import type { Pair } from '../scan/node.ts'
import type { Span } from '../scan/source.ts'
import { atEnd, type Cursor, cursorAt, LeafProblem, sees, stop, takes, upNext } from '../signature/cursor.ts'
import { readQuotedLiteral } from '../signature/literal.ts'
import { readName } from '../signature/name.ts'

/** `file: "path" [names]`. */
export interface ToolImport {
  /** As written: relative to the file that imports. */
  path: string
  pathSpan: Span
  /** Undefined: all tools of the file. */
  names?: { name: string; span: Span }[]
  span: Span
}

export function readImport(pair: Pair, context: ReadContext): ToolImport | undefined {
  if (pair.value.kind !== 'inline')
    return refuseKind(pair.value, context, 'a path in quotes, then perhaps names in brackets')
  const cursor = cursorAt(pair.value.leaf)
  try {
    return readWhole(cursor, pair.span)
  } catch (error) {
    if (!(error instanceof LeafProblem)) throw error
    return refuse(context, error.problem)
  }
}

function readWhole(cursor: Cursor, span: Span): ToolImport {
  const start = cursor.leaf.start + cursor.at
  const path = readQuotedLiteral(cursor)
  if (path === undefined)
    stop(cursor, {
      code: 'ABL2011',
      message: `Expected a path in quotes, found ${upNext(cursor)}.`,
      hint: 'write file: "./tools/name.tools.abl" [names]',
    })
  const pathSpan = { start, end: cursor.leaf.start + cursor.at }
  const names = takes(cursor, '[') ? readNames(cursor) : undefined
  if (!atEnd(cursor))
    stop(cursor, { code: 'ABL1005', message: `Only names in brackets may follow the path, found ${upNext(cursor)}.` })
  return { path, pathSpan, span, ...(names ? { names } : {}) }
}

function readNames(cursor: Cursor): { name: string; span: Span }[] {
  const names: { name: string; span: Span }[] = []
  while (!takes(cursor, ']')) {
    const { name, ...span } = readName(cursor, 'a tool')
    names.push({ name, span })
    if (takes(cursor, ',')) continue
    if (!sees(cursor, ']'))
      stop(cursor, { code: 'ABL2011', message: `Expected \`,\` or \`]\`, found ${upNext(cursor)}.` })
  }
  return names
}
