import { FORBIDDEN_NAMES } from '../expression/ast.ts'
import type { Report } from '../scan/report.ts'
import { type Cursor, stop, takesMatch, upNext } from './cursor.ts'

const WORD = /[A-Za-z_$][\w$]*/y
const SNAKE_CASE = /^[a-z_][a-z0-9_]*$/
const LONGEST_NAME = 64

/** A name of a tool, a parameter or a field; the cursor is left behind it. */
export function readName(cursor: Cursor, what: string): { name: string; start: number; end: number } {
  const name = takesMatch(cursor, WORD)
  if (name === undefined)
    stop(cursor, { code: 'ABL2001', message: `Expected the name of ${what}, found ${upNext(cursor)}.` })
  const from = cursor.at - name.length
  const problem = nameProblem(name)
  if (problem)
    stop(
      cursor,
      { code: 'ABL2001', message: `\`${name.slice(0, 80)}\` cannot be the name of ${what}: ${problem}.` },
      from,
    )
  return { name, start: cursor.leaf.start + from, end: cursor.leaf.start + cursor.at }
}

/** Why a name cannot be used, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return `it has more than ${LONGEST_NAME} characters`
  if (FORBIDDEN_NAMES.includes(name)) return 'the word is reserved'
  return /^[A-Za-z_]\w*$/.test(name) ? undefined : 'letters, digits and _ only'
}

/** Names that are no snake_case are usable, but unusual (ABL2003). */
export function warnAboutStyle(
  report: Report,
  { name, start, end }: { name: string; start: number; end: number },
): void {
  if (SNAKE_CASE.test(name)) return
  const snake = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  report.add({
    code: 'ABL2003',
    span: { start, end },
    message: `\`${name}\` is not snake_case.`,
    hint: `write \`${snake}\``,
  })
}
