import { Flags } from '@oclif/core'
import type { Diagnostic } from '../core/diagnostic.ts'
import { describeDiagnostics } from '../terminal/describe-diagnostics.ts'
import { githubAnnotations } from '../terminal/github-annotations.ts'
import { sarifLog } from '../terminal/sarif.ts'

export type Format = 'text' | 'github' | 'sarif'

/** `--format` of the commands that report problems in files. */
export const formatFlag = Flags.option({ options: ['text', 'github', 'sarif'] as const })({
  description: 'For people, as annotations of GitHub Actions, or as a SARIF log.',
  default: 'text',
})

/** Problems in the format asked for; empty when there is nothing to print. A SARIF log is never empty. */
export async function diagnosticOutput(root: string, diagnostics: Diagnostic[], format: Format): Promise<string> {
  if (format === 'sarif') return JSON.stringify(sarifLog(diagnostics), null, 2)
  if (diagnostics.length === 0) return ''
  return format === 'github' ? githubAnnotations(diagnostics) : describeDiagnostics(root, diagnostics, process.stdout)
}

/** `2 errors, 1 warning`. */
export function countProblems(diagnostics: readonly Diagnostic[]): { errors: number; warnings: number; words: string } {
  const of = (wanted: string): number => diagnostics.filter(({ severity }) => severity === wanted).length
  const [errors, warnings] = [of('error'), of('warning')]
  return { errors, warnings, words: `${counted(errors, 'error')}, ${counted(warnings, 'warning')}` }
}

/** `1 agent`, `2 agents`. */
export function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`
}
