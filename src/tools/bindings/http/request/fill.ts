import {
  type Compilation,
  type CompiledTemplate,
  compileTemplate,
  type EvaluationError,
  type NamedValue,
  type Place,
} from '../../../../abl/index.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { AttemptCall } from '../../binding.ts'

/** A name and the template of its value. */
export interface NamedTemplate {
  name: string
  template: CompiledTemplate
}

export async function compileNamed(values: readonly NamedValue[]): Promise<NamedTemplate[]> {
  return Promise.all(values.map(async ({ name, value }) => ({ name, template: await compileText(value) })))
}

export async function compileText(source: string): Promise<CompiledTemplate> {
  return compiled(await compileTemplate(source))
}

/** What was compiled; a declaration that cannot be is a `validation_error`. */
export function compiled<T>(compilation: Compilation<T>): T {
  if (compilation.ok) return compilation.value
  const problem = compilation.problems.find(({ severity }) => severity !== 'warning')
  throw invalid(problem?.message ?? 'The declaration of the tool cannot be read.')
}

/** The text of a template for one call. What the session or the input lacks is empty text, and said in the trace. */
export function fill(template: CompiledTemplate, call: AttemptCall, place: Place): string {
  const filled = template.fill(call.scope, place)
  if (!filled.ok) throw evaluationFailure(filled.error)
  traceMissing(filled.missing, call)
  return filled.text
}

export function traceMissing(names: readonly string[], call: AttemptCall): void {
  for (const name of names) call.trace('request', `\`${name}\` has no value: empty text is sent in its place.`)
}

/** What an expression or a template could not give, as the failure of the call. */
export function evaluationFailure({ code, message }: EvaluationError): ToolFailure {
  const hint =
    code === 'no_base_url' ? ' Set `base_url` in the file of tools, or `tools.base_url` in the project’s settings.' : ''
  const type = code === 'validation_error' ? 'validation_error' : 'tool_error'
  return new ToolFailure({ code, type, message: message + hint })
}

export function invalid(message: string): ToolFailure {
  return new ToolFailure({ code: 'validation_error', type: 'validation_error', message })
}
