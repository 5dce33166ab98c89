import type { Json } from '../../core/json.ts'
import type { Leaf } from '../scan/node.ts'
import type { Report } from '../scan/report.ts'
import type { Span } from '../scan/source.ts'
import type { TypeSpec } from '../types.ts'
import { atEnd, type Cursor, cursorAt, LeafProblem, sees, skipBlank, stop, takes, upNext } from './cursor.ts'
import { fitsType, misfit } from './fits.ts'
import { readLiteral } from './literal.ts'
import { readName, warnAboutStyle } from './name.ts'
import { readType } from './type.ts'

/** The line that declares a tool: its name, its parameters, what it returns. */
export interface Signature {
  name: string
  nameSpan: Span
  parameters: SignatureParameter[]
  returns?: TypeSpec
}

export interface SignatureParameter {
  name: string
  span: Span
  type: TypeSpec
  /** Has a default or a question mark. */
  optional: boolean
  default?: Json
}

/** Reads `name(parameter: type = default, …) -> type`; undefined (reported) when it is broken. */
export function readSignature(leaf: Leaf, report: Report): Signature | undefined {
  const cursor = cursorAt(leaf)
  try {
    return readWhole(cursor, report)
  } catch (error) {
    if (!(error instanceof LeafProblem)) throw error
    report.add(error.problem)
    return undefined
  }
}

function readWhole(cursor: Cursor, report: Report): Signature {
  if (sees(cursor, '->'))
    stop(cursor, {
      code: 'ABL2001',
      message: '`->` begins a line at the column of the tools.',
      hint: 'indent it more than the tool’s name',
    })
  const { name, ...nameSpan } = readName(cursor, 'a tool')
  warnAboutStyle(report, { name, ...nameSpan })
  if (!takes(cursor, '(')) {
    stop(cursor, {
      code: 'ABL2001',
      message: `Expected \`(\` after \`${name}\`, found ${upNext(cursor)}.`,
      hint: 'a tool is declared as name(parameter: type) -> type',
    })
  }
  const parameters = readParameters(cursor, report)
  const returns = takes(cursor, '->') ? readType(cursor) : undefined
  if (!atEnd(cursor))
    stop(cursor, {
      code: 'ABL2001',
      message: `Nothing may follow the signature, found ${upNext(cursor)}.`,
      hint: 'the result’s type is written `-> type`',
    })
  return { name, nameSpan, parameters, ...(returns ? { returns } : {}) }
}

function readParameters(cursor: Cursor, report: Report): SignatureParameter[] {
  const parameters: SignatureParameter[] = []
  const names = new Set<string>()
  while (!takes(cursor, ')')) {
    const parameter = readParameter(cursor, report)
    if (names.has(parameter.name)) {
      report.add({
        code: 'ABL2004',
        span: parameter.span,
        message: `The parameter \`${parameter.name}\` is there twice.`,
      })
    }
    names.add(parameter.name)
    parameters.push(parameter)
    if (takes(cursor, ',')) continue
    if (!sees(cursor, ')'))
      stop(cursor, { code: 'ABL2001', message: `Expected \`,\` or \`)\`, found ${upNext(cursor)}.` })
  }
  return parameters
}

function readParameter(cursor: Cursor, report: Report): SignatureParameter {
  const { name, ...span } = readName(cursor, 'a parameter')
  warnAboutStyle(report, { name, ...span })
  const marked = takes(cursor, '?')
  if (!takes(cursor, ':')) {
    stop(cursor, {
      code: 'ABL2001',
      message: `Expected \`: type\` after \`${name}\`, found ${upNext(cursor)}.`,
      hint: `write \`${name}: string\``,
    })
  }
  const type = readType(cursor)
  if (!takes(cursor, '=')) return { name, span, type, optional: marked }
  return { name, span, type, optional: true, ...readDefault(cursor, { report, name, type }) }
}

function readDefault(
  cursor: Cursor,
  { report, name, type }: { report: Report; name: string; type: TypeSpec },
): { default?: Json } {
  skipBlank(cursor)
  const from = cursor.at
  const { value, bare } = readLiteral(cursor)
  const span = { start: cursor.leaf.start + from, end: cursor.leaf.start + cursor.at }
  if (!fitsType(value, type)) {
    report.add({ code: 'ABL2005', span, ...misfit(value, type, `the default of \`${name}\``) })
    return {}
  }
  if (bare)
    report.add({
      code: 'ABL2006',
      span,
      message: `The default of \`${name}\` is text without quotes.`,
      hint: `write "${String(value).slice(0, 40)}"`,
    })
  return { default: value }
}
