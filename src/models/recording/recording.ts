import { LoopengineError } from '../../core/errors.ts'
import { isRecord, parseJson } from '../../core/json.ts'
import type { AssistantMessage, Message } from '../../core/message.ts'
import type { FinishReason, ModelTool, Usage } from '../../core/model.ts'

export const RECORDING_VERSION = 1

/** What came before the end, piece by piece. */
export type RecordedDelta = { text: string } | { reasoning: string }

/**
 * A line of a recording. What many calls share (system prompt, tools, messages) stands once, numbered, so that two
 * recordings of one conversation differ only where the conversation did.
 */
export type RecordingLine =
  | { type: 'recording'; version: number; model: string }
  | { type: 'system'; n: number; text: string }
  | { type: 'tools'; n: number; tools: readonly ModelTool[] }
  | { type: 'message'; n: number; message: Message }
  | { type: 'call'; n: number; system: number; tools: number; messages: number[] }
  | {
      type: 'answer'
      call: number
      deltas: RecordedDelta[]
      message: AssistantMessage
      reason: FinishReason
      usage: Usage
    }
  | { type: 'failure'; call: number; deltas: RecordedDelta[]; code: string; message: string; passes: boolean }

export type RecordedEnd = Extract<RecordingLine, { type: 'answer' | 'failure' }>

/** What the model was asked, as far as it can change the answer. */
export interface RecordedRequest {
  system: string
  tools: readonly ModelTool[]
  messages: readonly Message[]
}

export interface RecordedCall {
  request: RecordedRequest
  end: RecordedEnd
}

export interface Recording {
  model: string
  calls: RecordedCall[]
}

/** Reads the text of a recording. @throws LoopengineError `recording_unreadable`, `recording_version` */
export function parseRecording(text: string, file: string): Recording {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1, file)]))
  const [first] = lines
  if (first?.type !== 'recording') throw unreadable(file, 1, 'it does not begin as a recording does')
  if (first.version > RECORDING_VERSION) throw tooNew(file, first.version)
  const ends = new Map(
    lines.flatMap(line => (line.type === 'answer' || line.type === 'failure' ? [[line.call, line]] : [])),
  )
  const calls = lines.flatMap(line => {
    const end = line.type === 'call' ? ends.get(line.n) : undefined
    return line.type === 'call' && end ? [{ request: requestOf(line, lines), end }] : []
  })
  return { model: first.model, calls }
}

const TYPES = new Set(['recording', 'system', 'tools', 'message', 'call', 'answer', 'failure'])

function readLine(line: string, number: number, file: string): RecordingLine {
  const value = parseJson(line)
  if (!isRecord(value) || !TYPES.has(String(value.type))) throw unreadable(file, number, 'this line is no line of one')
  return value as RecordingLine
}

function requestOf(call: Extract<RecordingLine, { type: 'call' }>, lines: RecordingLine[]): RecordedRequest {
  const numbered = <T extends RecordingLine['type']>(type: T, n: number) =>
    lines.find(
      (line): line is Extract<RecordingLine, { type: T; n: number }> =>
        line.type === type && 'n' in line && line.n === n,
    )
  return {
    system: numbered('system', call.system)?.text ?? '',
    tools: numbered('tools', call.tools)?.tools ?? [],
    messages: call.messages.flatMap(n => numbered('message', n)?.message ?? []),
  }
}

function unreadable(file: string, line: number, why: string): LoopengineError {
  return new LoopengineError('recording_unreadable', `${file}:${line}: not a recording: ${why}.`, {
    file,
    line,
    hint: 'Record it anew with --record.',
  })
}

function tooNew(file: string, version: number): LoopengineError {
  const message = `${file} is a recording of version ${version}; this loopengine reads up to ${RECORDING_VERSION}.`
  return new LoopengineError('recording_version', message, { file, hint: 'Update loopengine, or record it anew.' })
}
