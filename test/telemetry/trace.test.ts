import { describe, expect, it } from 'vitest'
import type { LoopEvent } from '../../src/core/event.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { otlpJson } from '../../src/telemetry/trace/otlp.ts'
import { TraceRecorder } from '../../src/telemetry/trace/trace-recorder.ts'
import { type PlayOptions, play, tool } from '../helpers/agent-builder.ts'

const CANARY = 'canary-in-every-content'

async function spansOf(options: Partial<PlayOptions> & { steps: readonly (string | Error | object)[] }) {
  let time = 1_000
  const recorder = new TraceRecorder(() => ++time)
  const events: LoopEvent[] = []
  const emit = recorder.emit(event => events.push(event))
  const model = recorder.model(scriptedModel(options.steps as Parameters<typeof scriptedModel>[0]))
  await play({ ...options, steps: model, onEvent: emit })
  return recorder.spans()
}

const look = tool('look', { execute: () => CANARY })
const calls = {
  text: CANARY,
  calls: [{ name: 'look', input: { q: CANARY } }],
  usage: { inputTokens: 7, outputTokens: 3 },
}

describe('the spans of a turn', () => {
  it('are the agent, and below it model calls and tool calls, in order', async () => {
    const spans = await spansOf({ tools: [look], steps: [calls, CANARY] })
    expect(spans.map(({ name }) => name)).toEqual([
      'invoke_agent tester',
      'chat scripted/model',
      'execute_tool look',
      'chat scripted/model',
    ])
    const [agent, ...rest] = spans
    expect(agent?.parentSpanId).toBeUndefined()
    expect(rest.every(({ parentSpanId }) => parentSpanId === agent?.spanId)).toBe(true)
  })

  it('end after they began, the agent last', async () => {
    const spans = await spansOf({ tools: [look], steps: [calls, 'done'] })
    for (const { start, end } of spans) expect(end).toBeGreaterThan(start)
    expect(Math.max(...spans.map(({ end }) => end ?? 0))).toBe(spans[0]?.end)
  })

  it('count tokens', async () => {
    const [agent, chat] = await spansOf({ tools: [look], steps: [calls, 'done'] })
    expect(chat?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'model',
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 3,
    })
    expect(agent?.attributes).toMatchObject({ 'loopengine.stop_reason': 'end_turn' })
  })

  it('hold no word of the conversation', async () => {
    const spans = await spansOf({ tools: [look], text: CANARY, steps: [calls, CANARY] })
    expect(JSON.stringify(spans)).not.toContain(CANARY)
  })

  it('say what failed', async () => {
    const failing = tool('look', { execute: () => Promise.reject(new Error(CANARY)) })
    const spans = await spansOf({ tools: [failing], steps: [calls, new Error(CANARY)] })
    expect(spans.map(({ error }) => error)).toEqual(['unknown_error', undefined, 'tool_error', 'error'])
    expect(JSON.stringify(spans)).not.toContain(CANARY)
  })

  it('have one for a call that never started', async () => {
    const spans = await spansOf({ steps: [{ calls: [{ name: 'gone' }] }, 'done'] })
    expect(spans[2]).toMatchObject({ name: 'execute_tool gone', error: 'unknown_tool' })
  })
})

it('OTLP writes times as nanoseconds and values by their type', () => {
  const span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    name: 'chat x',
    kind: 3 as const,
    start: 1_700_000_000_000.5,
    end: 1_700_000_000_001,
    attributes: { n: 2, part: 0.5, text: 't', list: ['a'], yes: true },
    events: [],
    error: 'overloaded',
  }
  expect(otlpJson([span], { name: 'loopengine', version: '1' })).toMatchObject({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                startTimeUnixNano: '1700000000000500000',
                status: { code: 2, message: 'overloaded' },
                attributes: [
                  { key: 'n', value: { intValue: '2' } },
                  { key: 'part', value: { doubleValue: 0.5 } },
                  { key: 'text', value: { stringValue: 't' } },
                  { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
                  { key: 'yes', value: { boolValue: true } },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
})
