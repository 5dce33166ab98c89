import { crc32 } from 'node:zlib'
import { isRecord, parseJson } from '../core/json.ts'
import type { Entry, Line } from './entry.ts'

const KNOWN: Record<Entry['type'], true> = {
  session: true,
  message: true,
  calls: true,
  outcome: true,
  approval: true,
  question: true,
  compaction: true,
  variable: true,
  note: true,
}

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
  if (!Object.hasOwn(KNOWN, parsed.type)) return { seq, at: written, turn, type: 'unknown', original: parsed.type }
  return parsed as Line
}
