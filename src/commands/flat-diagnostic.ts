import type { Diagnostic } from '../core/diagnostic.ts'

/** A problem as `--json` prints it: line and column beside the file; one of the whole file stands at 1:1. */
export function flatDiagnostic({ range, ...rest }: Diagnostic): Record<string, unknown> {
  const { file, ...what } = rest
  return { file, line: range?.start.line ?? 1, column: range?.start.column ?? 1, ...what }
}
