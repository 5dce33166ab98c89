import type { ErrorRecord } from '../core/event.ts'
import { styled } from './style.ts'
import { visible } from './visible.ts'

/** An error for people: what, where, and the way out. */
export function errorText({ message, file, line, column, hint }: ErrorRecord, stream: NodeJS.WriteStream): string {
  const place = [file, line, column].filter(part => part !== undefined).join(':')
  const isSaid = message.includes(place)
  const title = `${styled('red', 'Error:', stream)} ${visible(message)}`
  return [title, !isSaid && `  at ${place}`, hint && `  ${visible(hint)}`].filter(Boolean).join('\n')
}
