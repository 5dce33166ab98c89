import type { Diagnostic } from '../core/diagnostic.ts'
import type { ToolDeclaration } from '../core/tool-declaration.ts'
import { checkEffect } from './check/effect.ts'
import type { KnownNames } from './check/known.ts'
import { checkReferences } from './check/references.ts'
import { newContext } from './codec/codec.ts'
import { readFields } from './codec/record.ts'
import { COMMON, type CommonProperties } from './properties/common.ts'
import { reportUnknownParameters } from './properties/parameters/references.ts'
import { createReport, diagnosticsOf } from './scan/report.ts'
import { openSource } from './scan/source.ts'
import { declarationNodes } from './scan/value-nodes.ts'
import type { ToolSpec } from './spec.ts'

export interface DeclarationPlace {
  tool: string
  /** Of the tool's code. */
  file: string
  /** Names of its parameters; absent when its schema leaves them open. */
  parameters?: readonly string[]
  /** What the project declares; kinds left out are not looked up. */
  known?: KnownNames
}

/** The properties, in the order of the language. `description` belongs to every tool and is no sign of a declaration. */
export const DECLARATION_KEYS: readonly (keyof ToolDeclaration)[] = Object.values(COMMON)
  .map(({ key }) => key)
  .filter((key): key is keyof ToolDeclaration => key !== 'description')

/**
 * Reads the ABL properties that a tool written in code carries, by the readers of the language itself: the same values,
 * defaults and problems as in a file. Problems name the tool and its file, not a line.
 */
export function readDeclaration(
  declaration: ToolDeclaration,
  { tool, file, parameters, known = {} }: DeclarationPlace,
): { properties: CommonProperties; diagnostics: Diagnostic[] } {
  const written = DECLARATION_KEYS.flatMap(key => (declaration[key] === undefined ? [] : [[key, declaration[key]]]))
  const { text, pairs } = declarationNodes(Object.fromEntries(written))
  const report = createReport(openSource(text, file))
  const whole = { start: 0, end: text.length }
  const context = newContext(report, whole)
  const properties = readFields(COMMON, pairs, { context }) as unknown as CommonProperties
  if (declaration.store_result === undefined) properties.storeResult = false
  if (parameters)
    reportUnknownParameters(
      parameters.map(name => ({ name })),
      context,
    )
  const at = { file, range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } } }
  const spec: ToolSpec = { name: tool, parameters: [], ...properties, at }
  const parsed = { spec, nameSpan: whole, span: whole, reach: whole, context }
  for (const rule of [checkReferences, checkEffect]) rule(parsed, { known, declared: [] })
  const diagnostics = diagnosticsOf(report).map(({ range, ...problem }) => ({
    ...problem,
    message: `Tool \`${tool}\`: ${problem.message}`,
  }))
  return { properties, diagnostics }
}
