import { usageError } from '../core/errors.ts'

const MAX_BYTES = 1024 * 1024

/**
 * All of standard input as text; `what` it is, for errors.
 * @throws LoopengineError `input_too_large`, `input_not_text` (2).
 */
export async function readStdin(what: string): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin) {
    size += (part as Buffer).length
    if (size > MAX_BYTES) {
      process.stdin.destroy()
      throw usageError(
        'input_too_large',
        `Standard input (${what}) is larger than ${MAX_BYTES / 1024} KB.`,
        'Put it into a file that a tool can read.',
      )
    }
    parts.push(part as Buffer)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
    if (!text.includes('\u0000')) return text
  } catch {
    // Not UTF-8: the same message as for binary text.
  }
  throw usageError('input_not_text', `Standard input (${what}) is not text.`, 'It must be UTF-8 without NUL bytes.')
}
