/**
 * The names in `allowed-tools`, however they were written: separated by blanks or commas, or as a list. What stands in
 * parentheses belongs to the name before it (`Bash(git add:*)`).
 */
export function splitTools(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value]
  return parts.filter(part => typeof part === 'string').flatMap(part => part.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? [])
}
