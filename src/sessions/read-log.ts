import { readFile } from 'node:fs/promises'
import { LoopengineError } from '../core/errors.ts'
import { type Line, LOG_VERSION } from './entry.ts'
import { decodeLine } from './line.ts'

export interface ReadLog {
  lines: Line[]
  /** Bytes of the whole lines. */
  goodBytes: number
  /** How the file ends: a last line may be cut off, or miss nothing but its line feed. */
  end: 'whole' | 'torn' | 'unended'
}

/**
 * Reads a session's log. A last line that was cut off while it was written is left out; damage anywhere else means that
 * the file was changed.
 * @throws LoopengineError `session_damaged`, `session_too_new`.
 */
export async function readLog(file: string, shown: string): Promise<ReadLog> {
  const bytes = await readFile(file)
  const lines: Line[] = []
  let start = 0
  while (start < bytes.length) {
    const lineFeed = bytes.indexOf(10, start)
    const end = lineFeed < 0 ? bytes.length : lineFeed
    const line = decodeLine(bytes.toString('utf8', start, end))
    if (!line || line.seq !== lines.length) {
      if (lineFeed < 0) return { lines, goodBytes: start, end: 'torn' }
      throw damaged(shown, lines.length + 1)
    }
    if (line.type === 'session' && line.v > LOG_VERSION) throw tooNew(shown, line.v, line.loopengine)
    lines.push(line)
    if (lineFeed < 0) return { lines, goodBytes: end, end: 'unended' }
    start = lineFeed + 1
  }
  return { lines, goodBytes: start, end: 'whole' }
}

function damaged(file: string, line: number): LoopengineError {
  return new LoopengineError('session_damaged', `${file}:${line} was changed or damaged after it was written.`, {
    file,
    line,
    hint: 'The file is left as it is. Start a new session, or restore the file from a copy.',
  })
}

function tooNew(file: string, version: number, loopengine: string): LoopengineError {
  return new LoopengineError(
    'session_too_new',
    `${file} is a session log of version ${version}; this loopengine reads up to ${LOG_VERSION}.`,
    { file, hint: `Use loopengine ${loopengine} or newer.` },
  )
}
