import { crc32 } from 'node:zlib'
import { isRecord, parseJson } from '../core/json.ts'
import type { Entry, Line } from './entry.ts'

const KNOWN: ReadonlySet<string> = new Set<Entry['type']>([
  'session',
  'message',
  'calls',
  'outcome',
  'approval',
  'question',
  'variable',
  'note',
])

/** `{ …, "crc": n }` and a line feed, where n is the CRC-32 of the text before `,"crc"`. */
export function encodeLine(line: Line): string {
  const body = JSON.stringify(line).slice(0, -1)
  return `${body},"crc":${crc32(body)}}\n`
}

/** The line that a text holds, or undefined when it was cut or changed. */
export function decodeLine(text: string): Line | undefined {
  const at = text.lastIndexOf(',"crc":')
  if (at < 0 || !text.endsWith('}')) return undefined
  if (Number(text.slice(at + 7, -1)) !== crc32(text.slice(0, at))) return undefined
  const parsed = parseJson(`${text.slice(0, at)}}`)
  if (!isRecord(parsed) || typeof parsed.type !== 'string') return undefined
  const { seq, at: written, turn } = parsed as { seq: number; at: string; turn: number }
  if (!KNOWN.has(parsed.type)) return { seq, at: written, turn, type: 'unknown', original: parsed.type }
  return parsed as Line
}
