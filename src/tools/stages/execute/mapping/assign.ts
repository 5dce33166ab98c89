import type { AssignedValue, Assignment } from '../../../../abl/index.ts'
import type { StageCompiler } from '../../compile.ts'
import { type MappingRun, note, readOrTrace } from './mapping-run.ts'

/** Reads a value that an action writes; undefined when it can't be evaluated, which is traced. */
export type ReadValue = (run: MappingRun) => { value: unknown } | undefined

export interface CompiledAssignment {
  path: string
  read: ReadValue
}

export async function compileValue(
  { kind, text }: AssignedValue,
  compiler: StageCompiler,
  where: string,
): Promise<ReadValue> {
  if (kind === 'template') return compileText(text, compiler, where)
  const expression = await compiler.expression(text, where)
  return run => readOrTrace(run, expression.evaluate(run.scope()), text)
}

export async function compileText(text: string, compiler: StageCompiler, where: string): Promise<ReadText> {
  const template = await compiler.template(text, where)
  return run => {
    const filled = template.fill(run.scope(), 'text')
    if (filled.ok) return { value: filled.text }
    note(run, `\`${text.slice(0, 80)}\`: ${filled.error.message}`)
    return undefined
  }
}

export type ReadText = (run: MappingRun) => { value: string } | undefined

export async function compileAssignments(
  assignments: readonly Assignment[],
  compiler: StageCompiler,
  where: string,
): Promise<CompiledAssignment[]> {
  return Promise.all(
    assignments.map(async ({ path, value }) => ({
      path,
      read: await compileValue(value, compiler, `${where}.${path}`),
    })),
  )
}

/** Writes each value in order: the next one reads what was written. */
export function assign(run: MappingRun, assignments: readonly CompiledAssignment[]): void {
  for (const { path, read } of assignments) {
    const found = read(run)
    if (found) run.writer.set(path, found.value)
  }
}

/** Values by name, for what an action hands on. */
export function valuesOf(run: MappingRun, assignments: readonly CompiledAssignment[]): Record<string, unknown> {
  const entries = assignments.flatMap(({ path, read }) => {
    const found = read(run)
    return found && found.value !== undefined ? [[path, found.value]] : []
  })
  return Object.fromEntries(entries)
}
