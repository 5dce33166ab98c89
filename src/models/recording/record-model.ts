import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isLoopengineError, messageOf } from '../../core/errors.ts'
import { canonicalJson } from '../../core/json.ts'
import type { Model, ModelPart, ModelRequest } from '../../core/model.ts'
import { isPassing } from '../model-error.ts'
import type { Environment } from '../network.ts'
import { RECORDING_VERSION, type RecordedDelta, type RecordedEnd, type RecordingLine } from './recording.ts'
import { secretRedactor } from './redact-secrets.ts'

/**
 * Keeps the traffic of a model in a file of JSON lines, for `replayModel`; an old file is replaced by the first call.
 * The values of secret variables in `env` and what looks like a key are taken out.
 */
export function recordModel(model: Model, file: string, { env = {} }: { env?: Environment } = {}): Model {
  const writer = lineWriter(file, secretRedactor(env))
  const numbers = { system: numberer(), tools: numberer(), message: numberer() }
  let calls = 0
  return {
    id: model.id,
    async *stream(request) {
      const n = ++calls
      if (n === 1) writer.start({ type: 'recording', version: RECORDING_VERSION, model: model.id })
      const lines = linesOf(request, numbers, n)
      const deltas: RecordedDelta[] = []
      const keep = (end: RecordedEnd) => writer.write([...lines, end])
      try {
        for await (const part of model.stream(request)) {
          if (part.type === 'finish') await keep({ ...part, type: 'answer', call: n, deltas })
          else deltas.push(deltaOf(part))
          yield part
        }
      } catch (error) {
        if (!request.signal.aborted) await keep({ type: 'failure', call: n, deltas, ...failureOf(error) })
        throw error
      }
    },
  }
}

function failureOf(error: unknown): { code: string; message: string; passes: boolean } {
  const code = isLoopengineError(error) ? error.code : 'model_failed'
  return { code, message: messageOf(error), passes: isPassing(error) }
}

function deltaOf(part: Exclude<ModelPart, { type: 'finish' }>): RecordedDelta {
  return part.type === 'text_delta' ? { text: part.text } : { reasoning: part.text }
}

type Numberer = (value: unknown) => { n: number; isNew: boolean }

/** The same value keeps its number. */
function numberer(): Numberer {
  const seen = new Map<string, number>()
  return value => {
    const key = canonicalJson(value)
    const n = seen.get(key) ?? seen.size + 1
    const isNew = !seen.has(key)
    seen.set(key, n)
    return { n, isNew }
  }
}

/** The line of a call, after the lines that it is the first to need. */
function linesOf(
  { system, tools, messages }: ModelRequest,
  numbers: Record<'system' | 'tools' | 'message', Numberer>,
  n: number,
): RecordingLine[] {
  const lines: RecordingLine[] = []
  const of = (kind: keyof typeof numbers, value: unknown, line: (n: number) => RecordingLine) => {
    const { n, isNew } = numbers[kind](value)
    if (isNew) lines.push(line(n))
    return n
  }
  const call: RecordingLine = {
    type: 'call',
    n,
    system: of('system', system, n => ({ type: 'system', n, text: system })),
    tools: of('tools', tools, n => ({ type: 'tools', n, tools })),
    messages: messages.map(message => of('message', message, n => ({ type: 'message', n, message }))),
  }
  return [...lines, call]
}

/** Writes one batch after the other, whole: calls that run side by side don't mix their lines. */
function lineWriter(file: string, redact: (text: string) => string) {
  let last: Promise<void> = Promise.resolve()
  const textOf = (lines: RecordingLine[]) => lines.map(line => `${redact(JSON.stringify(line))}\n`).join('')
  return {
    start(line: RecordingLine) {
      last = mkdir(dirname(file), { recursive: true }).then(() => writeFile(file, textOf([line]), { mode: 0o600 }))
      last.catch(() => {})
    },
    write(lines: RecordingLine[]): Promise<void> {
      last = last.then(() => appendFile(file, textOf(lines)))
      return last
    },
  }
}
