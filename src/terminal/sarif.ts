import type { Diagnostic } from '../core/diagnostic.ts'
import { packageVersion } from '../core/package-root.ts'

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const

/** Problems as a SARIF 2.1.0 log (OASIS), what code scanning services read. */
export function sarifLog(diagnostics: readonly Diagnostic[]): Record<string, unknown> {
  const rules = [...new Set(diagnostics.map(({ code }) => code))].sort().map(id => ({ id }))
  const driver = { name: 'loopengine', version: packageVersion(), rules }
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results: diagnostics.map(result) }],
  }
}

function result({ severity, code, message, hint, file, range }: Diagnostic): Record<string, unknown> {
  const region = range && {
    startLine: range.start.line,
    startColumn: range.start.column,
    endLine: range.end.line,
    ...(Number.isSafeInteger(range.end.column + 1) ? { endColumn: range.end.column } : {}),
  }
  const artifactLocation = { uri: file.split('/').map(encodeURIComponent).join('/') }
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: hint ? `${message} ${hint}` : message },
    locations: [{ physicalLocation: { artifactLocation, ...(region ? { region } : {}) } }],
  }
}
