import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import type { AssistantMessage } from '../../src/core/message.ts'
import type { ToolCall } from '../../src/core/tool.ts'
import type { Entry } from '../../src/sessions/entry.ts'

export function call(id: string, name = 'work'): ToolCall {
  return { id, name, input: {} }
}

export function asks(...calls: ToolCall[]): Entry {
  const message: AssistantMessage = { role: 'assistant', parts: calls.map(one => ({ type: 'call', call: one })) }
  return { type: 'message', message }
}

export function says(role: 'user' | 'assistant', text: string): Entry {
  return {
    type: 'message',
    message: role === 'user' ? { role, text } : { role, parts: [{ type: 'text', text }] },
  }
}

export function started(...callIds: string[]): Entry {
  return { type: 'calls', callIds }
}

export function ended(id: string, text = 'done'): Entry {
  const result = { callId: id, name: 'work', kind: 'ok' as const, text }
  return { type: 'outcome', outcome: { call: call(id), ms: 1, kind: 'ok', value: text }, result }
}

export function approvalAsked(id: string, callId: string): Entry {
  const decision = { decision: 'ask' as const, rule: null, reason: 'A rule asks.' }
  return { type: 'approval', step: 'asked', id, call: call(callId), decision, fingerprint: `print of ${callId}` }
}

export function questionAsked(id: string, callId: string, text = 'Which?'): Entry {
  return { type: 'question', step: 'asked', id, callId, question: { text } }
}

/** Any order of any entries, also ones that make no sense together: a fold must bear them all. */
export function anyEntry(): fc.Arbitrary<Entry> {
  const id = fc.constantFrom('c1', 'c2', 'c3')
  const request = fc.integer({ min: 1, max: 9 }).map(number => `s.${number}`)
  return fc.oneof(
    fc.string({ unit: 'binary' }).map(text => says('user', text)),
    fc.string().map(text => says('assistant', text)),
    fc.uniqueArray(id, { minLength: 1 }).map(ids => asks(...ids.map(one => call(one)))),
    fc.uniqueArray(id).map(ids => started(...ids)),
    fc.tuple(id, fc.string()).map(([one, text]) => ended(one, text)),
    fc.tuple(request, id).map(([one, callId]) => approvalAsked(one, callId)),
    request.map((one): Entry => ({ type: 'approval', step: 'answered', id: one, answer: { kind: 'approve' } })),
    fc.tuple(request, id).map(([one, callId]) => questionAsked(one, callId)),
    fc.tuple(request, fc.boolean()).map(
      ([one, later]): Entry => ({
        type: 'question',
        step: 'answered',
        id: one,
        text: 'blue',
        ...(later ? { later: true as const } : {}),
      }),
    ),
    fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((variables): Entry => ({ type: 'variable', variables: JSON.parse(JSON.stringify(variables)) })),
  )
}

/** A line as it stands on disk, with a checksum that fits whatever the object says. */
export function rawLine(line: Record<string, unknown>): string {
  const body = JSON.stringify(line).slice(0, -1)
  return `${body},"crc":${crc32(body)}}\n`
}
