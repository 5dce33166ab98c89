import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { LoopEvent, StopReason } from '../../src/core/event.ts'
import { isRecord, type JsonSchema } from '../../src/core/json.ts'
import { toolOutput } from '../../src/core/tool-output.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { answers } from '../../src/testing/answers.ts'
import { buildAgent, gateOf, play, tool } from '../helpers/agent-builder.ts'
import { EVENTS, eventOf } from '../helpers/any-event.ts'

const schema: JsonSchema = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../protocol/loop-event.schema.json'), 'utf8'),
)
const defs = schema.$defs as Record<string, JsonSchema>
const types = Object.keys(EVENTS) as LoopEvent['type'][]

/** The schema as it is: open for fields of later versions. */
const valid = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema)
/** The same, closed: every field must be named. */
const exact = new Ajv2020({ strict: false }).compile(closed(schema) as JsonSchema)

/** Every object of the schema that names properties allows no others; the branches of a choice belong to their object. */
function closed(value: unknown, isBranch = false): unknown {
  if (Array.isArray(value)) return value.map(one => closed(one, isBranch))
  if (!isRecord(value)) return value
  const inner = Object.entries(value).map(([key, one]) => [key, closed(one, key === 'oneOf')])
  const closes = !isBranch && isRecord(value.properties)
  return { ...Object.fromEntries(inner), ...(closes ? { unevaluatedProperties: false } : {}) }
}

function problems(event: unknown, check = valid): unknown {
  check(event)
  return check.errors ?? []
}

describe('the schema of events', () => {
  it('knows exactly the types that the TypeScript type has', () => {
    const known = (schema.oneOf as { $ref: string }[]).map(({ $ref }) => $ref.replace('#/$defs/', ''))
    expect(known.toSorted()).toEqual(types.toSorted())
    expectTypeOf<keyof typeof EVENTS>().toEqualTypeOf<LoopEvent['type']>()
  })

  it('knows exactly the reasons to stop', () => {
    const reasons: Record<StopReason, true> = {
      end_turn: true,
      max_turns: true,
      denied: true,
      pending: true,
      aborted: true,
      error: true,
    }
    expect((defs.turn_end?.properties?.stopReason?.enum ?? []).toSorted()).toEqual(Object.keys(reasons).toSorted())
  })

  for (const type of types) {
    it(`takes every ${type} that the type allows, and names each of its fields`, () => {
      fc.assert(
        fc.property(eventOf(type), event => {
          expect(problems(event)).toEqual([])
          expect(problems(event, exact)).toEqual([])
        }),
        { numRuns: 200 },
      )
    })

    it(`wants every field of ${type} that the type wants`, () => {
      const [event] = fc.sample(eventOf(type), { numRuns: 1, seed: 7 })
      for (const field of defs[type]?.required ?? []) {
        const { [field]: _left, ...rest } = event ?? {}
        expect(valid(rest)).toBe(false)
      }
    })
  }

  it('has no field that the type does not have', () => {
    const seen = new Set<string>()
    const collect = (value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) collect(one)
      if (!isRecord(value)) return
      for (const [key, one] of Object.entries(value)) {
        seen.add(key)
        if (key !== 'input' && key !== 'value') collect(one)
      }
    }
    for (const type of types) for (const event of fc.sample(eventOf(type), { numRuns: 200, seed: 1 })) collect(event)
    const named = new Set<string>()
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) walk(one)
      if (!isRecord(value)) return
      if (isRecord(value.properties)) for (const name of Object.keys(value.properties)) named.add(name)
      for (const one of Object.values(value)) walk(one)
    }
    walk(schema)
    expect([...named].toSorted()).toEqual([...seen].toSorted())
  })

  const wrong: [string, unknown][] = [
    ['a type that there is not', { type: 'turn_stop' }],
    ['no type', { text: 'x' }],
    ['a text', 'text_delta'],
    ['a lane below 0', { type: 'call_start', call: { id: 'c', name: 'x', input: {} }, lane: -1 }],
    ['arguments that are a list', { type: 'call_start', call: { id: 'c', name: 'x', input: [] }, lane: 0 }],
    ['an answer that asks', { type: 'approval_answer', id: 's.1', decision: 'ask' }],
    [
      'an outcome of two kinds',
      { type: 'call_end', outcome: { call: { id: 'c', name: 'x', input: {} }, ms: 1, kind: 'done' } },
    ],
    [
      'an outcome without its value',
      { type: 'call_end', outcome: { call: { id: 'c', name: 'x', input: {} }, ms: 1, kind: 'ok' } },
    ],
  ]
  for (const [name, event] of wrong) it(`refuses ${name}`, () => expect(valid(event)).toBe(false))

  it('lets later versions add fields', () => {
    expect(valid({ type: 'text_delta', text: 'x', since: 'a later version' })).toBe(true)
  })
})

it('every event of real turns fits, with no field unnamed', async () => {
  const controller = new AbortController()
  const tools = [
    tool('look', { safe: true, execute: () => ({ found: [1, null] }) }),
    tool('fail', { execute: () => Promise.reject(new Error('no')) }),
    tool('strict', { input_schema: { type: 'object', properties: {}, required: ['id'] } }),
    tool('refund'),
    tool('secret'),
    tool('ask', {
      execute: async (_input, { ask, progress, emit }) => {
        progress('asking')
        emit({ type: 'trace', stage: 'test', message: 'asks' })
        return ask({ text: 'Which?', choices: ['a', 'b'] })
      },
    }),
  ]
  const gate = gateOf({ refund: 'ask', secret: 'deny' })
  const names = ['look', 'look', 'fail', 'strict', 'refund', 'secret', 'ask', 'unheard_of']
  const calls = {
    reasoning: 'Hm.',
    text: 'Let me see.',
    calls: [...names.map(name => ({ name })), { name: 'look', unparsed: '{' }],
  }
  const turns = [
    await play({
      tools,
      gate,
      steps: [calls, 'done'],
      approver: answers({ approvals: { refund: true }, questions: ['a'] }),
    }),
    await play({ tools, gate, steps: [calls, 'done'], approver: answers({ approvals: { refund: 'no' } }) }),
    await play({ tools, gate, steps: [calls], approver: answers() }),
    await play({ tools, gate, steps: [calls], maxTurns: 1 }),
    await play({
      tools: [tool('pass', { execute: () => toolOutput(1, { directives: [{ do: 'handoff', agent: 'other' }] }) })],
      steps: [{ calls: [{ name: 'pass' }] }],
      takeOver: async () => ({ ...buildAgent(), client: scriptedModel(['Here.']) }),
    }),
    await play({ tools, steps: ['', ''] }),
    await play({ tools, steps: [new Error('down')] }),
    await play({
      tools,
      steps: ['one two'],
      signal: controller.signal,
      onEvent: ({ type }) => type === 'text_delta' && controller.abort(),
    }),
  ]
  const events = turns.flatMap(turn => turn.events).map(event => JSON.parse(JSON.stringify(event)))
  expect(events.flatMap(event => problems(event, exact))).toEqual([])
  expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual(types.toSorted())
  expect([...new Set(turns.map(({ result }) => result.stopReason))].toSorted()).toEqual([
    'aborted',
    'end_turn',
    'error',
    'max_turns',
    'pending',
  ])
})
