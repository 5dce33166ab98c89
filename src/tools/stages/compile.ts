import {
  type Compilation,
  type CompiledExpression,
  type CompiledTemplate,
  compileExpression,
  compileTemplate,
} from '../../abl/index.ts'
import type { Diagnostic, Range } from '../../core/diagnostic.ts'

/** Where a tool is declared. */
export interface DeclaredAt {
  tool: string
  file: string
  range?: Range
}

/**
 * Prepares the texts of one tool, once. What is wrong becomes a diagnostic, and what comes back in its place fails when
 * it is evaluated: a tool with an error is never called.
 */
export interface StageCompiler {
  at: DeclaredAt
  diagnostics: Diagnostic[]
  /** `where`: the property, for messages. */
  expression(text: string, where: string): Promise<CompiledExpression>
  template(text: string, where: string): Promise<CompiledTemplate>
  problem(problem: { code: string; message: string; hint?: string }): void
}

export function stageCompiler(at: DeclaredAt): StageCompiler {
  const diagnostics: Diagnostic[] = []
  const problem: StageCompiler['problem'] = ({ code, message, hint }) => {
    const { tool, file, range } = at
    const place = { file, ...(range ? { range } : {}), ...(hint ? { hint } : {}) }
    diagnostics.push({ code, severity: 'error', message: `Tool \`${tool}\`: ${message}`, ...place })
  }
  const checked = <T>(compilation: Compilation<T>, where: string): T | undefined => {
    if (compilation.ok) return compilation.value
    const found = compilation.problems.find(({ severity }) => severity !== 'warning')
    problem({
      code: 'ABL2013',
      message: `\`${where}\`: ${found?.message ?? 'this is no expression.'}`,
      ...hintOf(found),
    })
    return undefined
  }
  return {
    at,
    diagnostics,
    expression: async (text, where) => checked(await compileExpression(text), where) ?? brokenExpression(text),
    template: async (text, where) => checked(await compileTemplate(text), where) ?? brokenTemplate(text),
    problem,
  }
}

function hintOf(found: { hint?: string } | undefined): { hint?: string } {
  return found?.hint === undefined ? {} : { hint: found.hint }
}

const BROKEN = { ok: false, error: { code: 'evaluation_error', message: 'This is no expression.' } } as const

function brokenExpression(source: string): CompiledExpression {
  return { source, names: [], evaluate: () => BROKEN }
}

function brokenTemplate(source: string): CompiledTemplate {
  return { source, names: [], fill: () => BROKEN }
}
