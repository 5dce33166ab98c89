import { messageOf } from '../core/errors.ts'

/** Above this a result is refused: nobody can read it, and every later prompt would carry it. */
export const MAX_RESULT_CHARACTERS = 4_000_000

export type ResultText =
  | { kind: 'text'; text: string }
  | { kind: 'unserialisable'; problem: string }
  | { kind: 'too_large'; characters: number }

/** A tool's result as text: texts as they are, all else as JSON; nothing at all is `null`. */
export function resultText(value: unknown): ResultText {
  try {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    if (text === undefined) return { kind: 'unserialisable', problem: `a ${typeof value}` }
    if (text.length > MAX_RESULT_CHARACTERS) return { kind: 'too_large', characters: text.length }
    return { kind: 'text', text }
  } catch (error) {
    return { kind: 'unserialisable', problem: messageOf(error).split('\n')[0] ?? '' }
  }
}
