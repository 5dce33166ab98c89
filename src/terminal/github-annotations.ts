import type { Diagnostic } from '../core/diagnostic.ts'

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const

/** Problems as workflow commands of GitHub Actions, one a line: they show up at the line of a pull request. */
export function githubAnnotations(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(annotation).join('\n')
}

function annotation({ severity, file, range, code, message, hint }: Diagnostic): string {
  const place = range ? `,line=${range.start.line},col=${range.start.column}` : ''
  const text = hint ? `${message}\n${hint}` : message
  return `::${LEVELS[severity]} file=${property(file)}${place},title=${property(code)}::${data(text)}`
}

/** What the command's syntax uses itself is percent-encoded. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
