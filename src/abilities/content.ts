import { createHash } from 'node:crypto'
import { textOf } from '../edit/change-set/change-set.ts'

/** A text with LF, so that a checkout with other line ends is no edit; bytes that are no text as they are. */
export function comparable(bytes: Uint8Array): Uint8Array {
  const text = textOf(bytes)
  return text?.includes('\r\n') ? Buffer.from(text.replaceAll('\r\n', '\n')) : bytes
}

/** SHA-256 of a content, line ends aside. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(comparable(bytes)).digest('hex')
}
