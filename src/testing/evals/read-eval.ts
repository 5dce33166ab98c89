import { type Diagnostic, type Range, rangeAt } from '../../core/diagnostic.ts'
import { schemaCompiler } from '../../tools/validate-input.ts'
import type { EvalFile, ReadEval } from './eval-file.ts'
import { EVAL_SCHEMA } from './eval-schema.ts'

export type EvalReading = { kind: 'read'; read: ReadEval } | { kind: 'broken'; diagnostics: Diagnostic[] }

/** Reads the text of an eval file; every problem with its line. `file`: relative to the project root. */
export async function readEval(text: string, { file, agent }: { file: string; agent: string }): Promise<EvalReading> {
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, { prettyErrors: false })
  const place = (path: readonly (string | number)[]): Range => rangeOf(document, text, path)
  if (document.errors.length > 0) {
    const diagnostics = document.errors.map(({ message, pos: [from, to] }): Diagnostic => {
      return { code: 'EVAL_SYNTAX', severity: 'error', file, message, range: rangeAt(text, from, to) }
    })
    return { kind: 'broken', diagnostics }
  }
  const value: unknown = document.toJS()
  const checked = schemaCompiler().compile(EVAL_SCHEMA)((value ?? {}) as Record<string, unknown>)
  if (checked.kind === 'outcome') {
    const problems = checked.outcome.kind === 'failed' ? (checked.outcome.error.problems ?? []) : []
    const diagnostics = problems.map(({ path, expected, received }): Diagnostic => {
      const steps = path === '' ? [] : path.split('.').map(step => (/^\d+$/.test(step) ? Number(step) : step))
      const message = `\`${path || 'the file'}\`: expected ${expected}, got ${received}.`
      return { code: 'EVAL_SHAPE', severity: 'error', file, message, range: place(steps), hint: 'See docs/evals.md.' }
    })
    return { kind: 'broken', diagnostics }
  }
  const content = checked.input as unknown as EvalFile
  return { kind: 'read', read: { file, agent, content, places: content.cases.map((_, at) => place(['cases', at])) } }
}

interface YamlDocument {
  getIn(path: readonly unknown[], keepScalar: boolean): unknown
}

/** The node at a path, or the nearest one above it. */
function rangeOf(document: YamlDocument, text: string, path: readonly (string | number)[]): Range {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined
    if (!node?.range) continue
    const [from, to] = node.range
    const lineEnd = text.indexOf('\n', from)
    return rangeAt(text, from, lineEnd < 0 ? to : Math.min(to, lineEnd))
  }
  return rangeAt(text, 0, 1)
}
