import type { Refusal } from '../edit-result.ts'
import { lineNumber } from '../text.ts'
import type { Compiler, ts } from '../typescript.ts'

/** Compiler code of "Merge conflict marker encountered." */
const CONFLICT_MARKER = 1185

/** The syntax tree of a TypeScript file, or why it must not be touched. */
export function parseTypescript(compiler: Compiler, text: string): ts.SourceFile | Refusal {
  const { ScriptTarget, ScriptKind } = compiler
  const source = compiler.createSourceFile('index.ts', text, ScriptTarget.Latest, true, ScriptKind.TS)
  const problems = syntaxProblems(source)
  const conflict = problems.find(problem => problem.code === CONFLICT_MARKER)
  if (conflict) {
    return {
      outcome: 'refuse',
      code: 'MERGE_CONFLICT',
      line: lineNumber(text, conflict.start),
      message: 'The file holds the markers of an unfinished merge.',
      hint: 'Resolve the conflict first.',
    }
  }
  const [first] = problems
  if (!first) return source
  return {
    outcome: 'refuse',
    code: 'SYNTAX_ERROR',
    line: lineNumber(text, first.start),
    message: `The file does not parse: ${compiler.flattenDiagnosticMessageText(first.messageText, ' ')}`,
    hint: 'Mend the syntax first.',
  }
}

/** What the parser found wrong, in the order of the text. */
export function syntaxProblems(source: ts.SourceFile): ts.DiagnosticWithLocation[] {
  const { parseDiagnostics } = source as ts.SourceFile & { parseDiagnostics: ts.DiagnosticWithLocation[] }
  return parseDiagnostics
}
