/** A text without the indentation that the test's own code gives it; the first and last empty lines go. */
export function source(strings: TemplateStringsArray, ...values: unknown[]): string {
  const text = String.raw({ raw: strings.raw }, ...values)
    .replace(/^\n/, '')
    .replace(/\n[^\S\n]*$/, '\n')
  const indents = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => line.length - line.trimStart().length)
  const shared = Math.min(...indents)
  return text
    .split('\n')
    .map(line => line.slice(shared))
    .join('\n')
}
