import { describe, expect, it } from 'vitest'
import type { ToolContext, ToolDefinition, ToolOutcome } from '../../src/core/tool.ts'
import { ToolFailure } from '../../src/core/tool-failure.ts'
import type { ScriptedCall } from '../../src/models/scripted.ts'
import { answers } from '../../src/testing/answers.ts'
import { door, gateOf, type PlayOptions, play, settled, tool } from '../helpers/agent-builder.ts'

const order = tool('get_order', {
  input_schema: {
    type: 'object',
    properties: { id: { type: 'string' }, limit: { type: 'number', default: 10 } },
    required: ['id'],
    additionalProperties: false,
  },
})

async function outcomeOf(call: ScriptedCall, more: Partial<PlayOptions> = {}): Promise<ToolOutcome | undefined> {
  const { outcomes, trace } = await play({ tools: [order], steps: [{ calls: [call] }, 'done'], ...more })
  expect(trace).toEqual([`call_end ${call.name}`])
  return outcomes[0]
}

function preparing(prepare: unknown, more: Partial<ToolDefinition> = {}): ToolDefinition {
  return tool('work', { prepare: prepare as ToolDefinition['prepare'], ...more })
}

describe('an unknown tool', () => {
  it('is an outcome with the nearest name and the list', async () => {
    expect(await outcomeOf({ name: 'get_ordr' })).toMatchObject({
      kind: 'failed',
      error: {
        code: 'unknown_tool',
        message: 'There is no tool `get_ordr`. Did you mean `get_order`? Tools: get_order.',
      },
    })
  })

  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
    it(`called \`${name}\` is just as unknown`, async () => {
      expect(await outcomeOf({ name })).toMatchObject({ kind: 'failed', error: { code: 'unknown_tool' } })
    })
  }

  it('with a name as long as a book is cut', async () => {
    const outcome = await outcomeOf({ name: 'x'.repeat(100_000) })
    expect(outcome).toMatchObject({ error: { message: `There is no tool \`${'x'.repeat(100)}\`. Tools: get_order.` } })
  })

  it('is said so when the agent has none', async () => {
    expect(await outcomeOf({ name: 'x' }, { tools: [] })).toMatchObject({
      error: { message: 'There is no tool `x`. Tools: none.' },
    })
  })
})

describe('bad arguments', () => {
  it('are an outcome with path, expected and received, and the model reads them', async () => {
    const { outcomes, messages } = await play({
      tools: [order],
      steps: [{ calls: [{ name: 'get_order', input: { id: 1001, colour: 'red' } }] }, 'done'],
    })
    expect(outcomes[0]).toMatchObject({
      kind: 'failed',
      error: {
        code: 'validation_error',
        problems: [
          { path: 'colour', expected: 'no such argument', received: 'string "red"' },
          { path: 'id', expected: 'string', received: 'number 1001' },
        ],
      },
    })
    expect(messages[2]).toMatchObject({
      results: [
        {
          text: 'Failed (validation_error): The arguments do not fit the tool.\n- colour: expected no such argument, received string "red"\n- id: expected string, received number 1001',
        },
      ],
    })
  })

  it('that are no JSON object come back as the model wrote them', async () => {
    expect(await outcomeOf({ name: 'get_order', unparsed: '{"id": A-1' })).toMatchObject({
      error: { code: 'validation_error', message: 'The arguments are not a JSON object: {"id": A-1' },
    })
  })

  it('are refused before the gate: nobody is asked about them', async () => {
    const { events } = await play({
      tools: [order],
      gate: gateOf({}, 'ask'),
      steps: [{ calls: [{ name: 'get_order' }] }, 'done'],
    })
    expect(events.map(({ type }) => type)).not.toContain('approval_request')
  })
})

it('fills defaults before the gate and before the call starts', async () => {
  const seen: unknown[] = []
  const { events } = await play({
    tools: [order],
    gate: {
      decide: ({ input }) => {
        seen.push(input)
        return { decision: 'allow', rule: null, reason: '' }
      },
    },
    steps: [{ calls: [{ name: 'get_order', input: { id: 'A' } }] }, 'done'],
  })
  expect(seen).toEqual([{ id: 'A', limit: 10 }])
  expect(events.find(({ type }) => type === 'call_start')).toMatchObject({ call: { input: { id: 'A', limit: 10 } } })
})

describe('a preparation that concludes', () => {
  const conclude = async (context: ToolContext): Promise<unknown> => {
    context.variables.seen = 'yes'
    throw new ToolFailure({ code: 'precondition_failed', message: 'Not today.' })
  }
  const work = preparing(async (input: object) => ({ kind: 'conclude', input, conclude }), {
    execute: () => {
      throw new Error('must not run')
    },
  })
  const steps = [{ calls: [{ name: 'work', input: {} }] }, 'done']

  it('ends the call in the place of execute, in its lane', async () => {
    const { outcomes, session, trace } = await play({ tools: [work], steps })
    expect(outcomes).toMatchObject([{ kind: 'failed', error: { code: 'precondition_failed', message: 'Not today.' } }])
    expect(session.variables).toEqual({ seen: 'yes' })
    expect(trace).toEqual(['call_start work', 'call_end work'])
  })

  it('asks nobody, for the tool does not run', async () => {
    const { outcomes } = await play({ tools: [work], gate: gateOf({ work: 'ask' }), steps })
    expect(outcomes).toMatchObject([{ kind: 'failed', error: { code: 'precondition_failed' } }])
  })

  it('does not run for a tool that the rules deny', async () => {
    const { outcomes, session } = await play({ tools: [work], gate: gateOf({ work: 'deny' }), steps })
    expect(outcomes).toMatchObject([{ kind: 'denied', reason: 'The test says deny.' }])
    expect(session.variables).toEqual({})
  })
})

describe("a tool's own prepare", () => {
  it('makes the final arguments', async () => {
    const { outcomes } = await play({
      tools: [preparing(async () => ({ kind: 'ready', input: { made: true } }))],
      steps: [{ calls: [{ name: 'work' }] }, 'done'],
    })
    expect(outcomes[0]).toMatchObject({ kind: 'ok', call: { input: { made: true } } })
  })

  it('may end the call', async () => {
    const tools = [preparing(async () => ({ kind: 'outcome', outcome: { kind: 'skipped', reason: 'no need' } }))]
    expect(await outcomeOf({ name: 'work' }, { tools })).toMatchObject({ kind: 'skipped', reason: 'no need' })
  })

  const broken: [string, unknown, string][] = [
    ['that throws fails the call', async () => Promise.reject(new Error('no')), 'tool_error'],
    [
      'that throws at once fails the call',
      () => {
        throw new Error('no')
      },
      'tool_error',
    ],
    ['that returns nothing fails the call', async () => undefined, 'tool_error'],
    ['that never ends runs out of time', () => new Promise(() => {}), 'tool_timeout'],
    [
      'cannot ask a person',
      (_input: unknown, context: { ask(q: string): unknown }) => context.ask('?'),
      'asked_too_early',
    ],
  ]
  for (const [name, prepare, code] of broken) {
    it(name, async () => {
      const outcome = await outcomeOf(
        { name: 'work' },
        { tools: [preparing(prepare, { timeout: 5 })], approver: answers() },
      )
      expect(outcome).toMatchObject({ kind: 'failed', error: { code } })
    })
  }

  it('is stopped with the turn', async () => {
    const controller = new AbortController()
    const began = door()
    const playing = play({
      tools: [
        preparing((_input: unknown, { signal }: { signal: AbortSignal }) => {
          began.open()
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        }),
      ],
      steps: [{ calls: [{ name: 'work' }, { name: 'work' }] }, 'done'],
      signal: controller.signal,
    })
    await began.opened
    await settled()
    controller.abort()
    const { result, outcomes } = await playing
    expect(result.stopReason).toBe('aborted')
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'skipped'])
  })
})
