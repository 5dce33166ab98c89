import { readFile } from 'node:fs/promises'
import { LoopengineError } from '../core/errors.ts'
import { type Line, LOG_VERSION } from './entry.ts'
import { decodeLine } from './line.ts'

export interface ReadLog {
  lines: Line[]
  /** Bytes of the whole lines; what follows was cut off while it was written. */
  goodBytes: number
  torn: boolean
}

/**
 * Reads a session's log. A last line that was cut off is left out and said to be `torn`; damage anywhere else means
 * that the file was changed.
 * @throws LoopengineError `session_damaged`, `session_too_new`.
 */
export async function readLog(file: string, shown: string): Promise<ReadLog> {
  const bytes = await readFile(file)
  const lines: Line[] = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start)
    const line = end < 0 ? undefined : decodeLine(bytes.toString('utf8', start, end))
    if (!line || line.seq !== lines.length) {
      if (end < 0) return { lines, goodBytes: start, torn: true }
      throw damaged(shown, lines.length + 1)
    }
    if (line.type === 'session' && line.v > LOG_VERSION) throw tooNew(shown, line.v, line.loopengine)
    lines.push(line)
    start = end + 1
  }
  return { lines, goodBytes: start, torn: false }
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
