/** `--json` stands among the arguments, before any `--`. Known before a command has parsed, so that every error obeys it. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json')
}
