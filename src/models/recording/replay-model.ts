import { readFile } from 'node:fs/promises'
import { LoopengineError, systemCode } from '../../core/errors.ts'
import { canonicalJson, parseJson } from '../../core/json.ts'
import type { Model, ModelPart, ModelRequest } from '../../core/model.ts'
import { ModelError, type ModelErrorCode } from '../model-error.ts'
import type { Environment } from '../network.ts'
import { differences } from './differences.ts'
import { parseRecording, type RecordedCall, type RecordedEnd, type RecordedRequest } from './recording.ts'
import { secretRedactor } from './redact-secrets.ts'

export interface ReplayedModel extends Model {
  /** The recorded calls that were not asked for so far. */
  left(): number
}

const MOST_DIFFERENCES = 8

/**
 * Plays a recording back, piece by piece as it came. Each request must be one that was recorded and not yet played;
 * another one is an error that shows where it differs.
 * @throws LoopengineError `recording_missing`, `recording_unreadable`, `recording_version`; while streaming
 * `replay_different`, `replay_over`, and the failures that were recorded
 */
export async function replayModel(file: string, { env = {} }: { env?: Environment } = {}): Promise<ReplayedModel> {
  const { model, calls } = parseRecording(await readText(file), file)
  const redact = secretRedactor(env)
  const waiting = [...calls]
  return {
    id: model,
    left: () => waiting.length,
    async *stream(request) {
      const call = take(waiting, asRecorded(request, redact), { file, total: calls.length })
      yield* play(call.end, request.signal)
    },
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    const why = systemCode(error) === 'ENOENT' ? 'there is no such file' : `it can't be read (${systemCode(error)})`
    throw new LoopengineError('recording_missing', `No recording ${file}: ${why}.`, { file, exitCode: 2 })
  })
}

/** The request as a recording would hold it: redacted, and through JSON. */
function asRecorded({ system, tools, messages }: ModelRequest, redact: (text: string) => string): RecordedRequest {
  return parseJson(redact(JSON.stringify({ system, tools, messages }))) as RecordedRequest
}

function take(waiting: RecordedCall[], request: RecordedRequest, about: { file: string; total: number }): RecordedCall {
  const asked = canonicalJson(request)
  const index = waiting.findIndex(call => canonicalJson(call.request) === asked)
  const [call] = index < 0 ? [] : waiting.splice(index, 1)
  if (call !== undefined) return call
  const [next] = waiting
  throw next === undefined ? over(about) : different(next.request, request, about)
}

function different(recorded: RecordedRequest, now: RecordedRequest, { file }: { file: string }): LoopengineError {
  const all = differences(recorded, now)
  const rest = all.length > MOST_DIFFERENCES ? [`… and ${all.length - MOST_DIFFERENCES} more`] : []
  const lines = [...all.slice(0, MOST_DIFFERENCES), ...rest].map(line => `  ${line}`)
  return new LoopengineError(
    'replay_different',
    `The request is not the one recorded in ${file}:\n${lines.join('\n')}`,
    {
      file,
      hint: 'If the change is meant, record it anew with --record.',
    },
  )
}

function over({ file, total }: { file: string; total: number }): LoopengineError {
  return new LoopengineError(
    'replay_over',
    `The recording ${file} has ${total} calls; the model was asked once more.`,
    {
      file,
      hint: 'If the conversation is meant to be longer, record it anew with --record.',
    },
  )
}

async function* play(end: RecordedEnd, signal: AbortSignal): AsyncGenerator<ModelPart> {
  for (const delta of end.deltas) {
    signal.throwIfAborted()
    yield 'text' in delta
      ? { type: 'text_delta', text: delta.text }
      : { type: 'reasoning_delta', text: delta.reasoning }
  }
  signal.throwIfAborted()
  if (end.type === 'failure') throw failureOf(end)
  const { message, reason, usage } = end
  yield { type: 'finish', message, reason, usage }
}

/** A failure that passed when it was recorded is tried again, without the wait. */
function failureOf({ code, message, passes }: Extract<RecordedEnd, { type: 'failure' }>): LoopengineError {
  return new ModelError(code as ModelErrorCode, message, { passes, retryAfterMs: 0 })
}
