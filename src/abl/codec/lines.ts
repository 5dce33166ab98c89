import type { Printed } from './codec.ts'

/** A key with its value, as lines without indentation of their own. */
export function printPair(key: string, printed: Printed): string[] {
  if (typeof printed === 'string') return [`${key}: ${printed}`]
  return [printed.style === 'pipe' ? `${key}: |` : `${key}:`, ...indent(printed.lines)]
}

/** A list's entry: its first line after the dash, the others below that; one that says nothing is `{}`. */
export function printItem(printed: Printed): string[] {
  if (typeof printed === 'string') return [`- ${printed}`]
  if (printed.style === 'pipe') return ['- |', ...indent(printed.lines)]
  if (printed.lines.length === 0) return ['- {}']
  return printed.lines.map((line, index) => (index === 0 ? `- ${line}` : line === '' ? '' : `  ${line}`))
}

export function indent(lines: readonly string[], by = '  '): string[] {
  return lines.map(line => (line === '' ? '' : by + line))
}
