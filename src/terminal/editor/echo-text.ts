import { styled } from '../style.ts'
import { widthOf, wrapped } from '../text-width.ts'
import { layOut } from './lay-out.ts'

/** Longer messages are cut where they are repeated above: who sent them has them in the history. */
const MOST_ROWS = 16

/** A message as it stays above the line once it is sent, with its line feed. */
export function echoText(prompt: string, text: string, out: NodeJS.WriteStream): string {
  const rows = layOut(text, Math.max(4, widthOf(out) - prompt.length - 1)).map(({ shown }) => shown)
  const left = rows.length - MOST_ROWS
  const kept = left > 1 ? [...rows.slice(0, MOST_ROWS), styled('gray', `… ${left} more lines`, out)] : rows
  return behind(kept, styled('cyan', prompt, out), prompt.length)
}

/** A question with the answer that was chosen. */
export function answeredText(message: string, label: string, out: NodeJS.WriteStream): string {
  return behind(wrapped(`${message} ${label}`, widthOf(out) - 3), `${styled('green', '✔', out)} `, 2)
}

/** A question above the line where it is answered. */
export function askedText(message: string, out: NodeJS.WriteStream): string {
  const lines = wrapped(message, widthOf(out) - 3).map(line => styled('bold', line, out))
  return behind(lines, `${styled('cyan', '?', out)} `, 2)
}

function behind(lines: readonly string[], first: string, indent: number): string {
  return lines.map((line, index) => `${index === 0 ? first : ' '.repeat(indent)}${line}\n`).join('')
}
