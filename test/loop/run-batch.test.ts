import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall, ToolDefinition } from '../../src/core/tool.ts'
import { answers } from '../../src/testing/answers.ts'
import { buildAgent, door, gateOf, type Played, play, settled, tool, unanswered } from '../helpers/agent-builder.ts'

function calls(...names: string[]) {
  return { calls: names.map(name => ({ name })) }
}

/** The lanes that ran: names joined by `+`. */
function lanesOf({ events }: Played): string[] {
  const lanes: string[][] = []
  for (const event of events) {
    if (event.type !== 'call_start') continue
    const lane = lanes[event.lane] ?? []
    lane.push(event.call.name)
    lanes[event.lane] = lane
  }
  return lanes.map(lane => lane.join('+'))
}

const safe = { safe: true }

describe('lanes', () => {
  it('start both of two safe calls before either ends', async () => {
    const { trace } = await play({
      tools: [tool('order', safe), tool('shipment', safe)],
      steps: [calls('order', 'shipment'), 'done'],
    })
    expect(trace).toEqual(['call_start order', 'call_start shipment', 'call_end order', 'call_end shipment'])
  })

  it('run everything alone when neither the agent nor a tool says safe', async () => {
    const { trace } = await play({ tools: [tool('a'), tool('b')], steps: [calls('a', 'b'), 'done'] })
    expect(trace).toEqual(['call_start a', 'call_end a', 'call_start b', 'call_end b'])
  })

  it('put an unsafe call alone between two groups of safe ones', async () => {
    const played = await play({
      tools: [tool('look', safe), tool('write')],
      steps: [calls('look', 'look', 'write', 'look'), 'done'],
    })
    expect(lanesOf(played)).toEqual(['look+look', 'write', 'look'])
  })

  it("follow the agent's isSafe before the tools' own flags", async () => {
    const isSafe = ({ name }: ToolCall) => name === 'write'
    const tools = [tool('look', safe), tool('write')]
    const played = await play({ tools, isSafe, steps: [calls('look', 'look', 'write', 'write'), 'done'] })
    expect(lanesOf(played)).toEqual(['look', 'look', 'write+write'])
  })

  it('judge a call by its final arguments', async () => {
    const read = tool('file', {
      input_schema: { type: 'object', properties: { mode: { enum: ['read', 'write'], default: 'read' } } },
    })
    const isSafe = ({ input }: ToolCall) => input.mode === 'read'
    const played = await play({
      tools: [read],
      isSafe,
      steps: [{ calls: [{ name: 'file' }, { name: 'file' }, { name: 'file', input: { mode: 'write' } }] }, 'done'],
    })
    expect(lanesOf(played)).toEqual(['file+file', 'file'])
  })

  it('may be wide without a word of warning on stderr', async () => {
    const warnings: unknown[] = []
    const listen = (warning: unknown): unknown => warnings.push(warning)
    process.on('warning', listen)
    const wide = tool('look', { safe: true, execute: () => settled() })
    const { outcomes } = await play({ tools: [wide], steps: [calls(...Array(40).fill('look')), 'done'] })
    await settled()
    process.off('warning', listen)
    expect([outcomes.length, warnings]).toEqual([40, []])
  })

  it('are not split by a call that was refused, unknown or badly formed', async () => {
    const strict = tool('strict', { input_schema: { type: 'object', properties: {}, required: ['id'] }, ...safe })
    const played = await play({
      tools: [tool('look', safe), tool('secret'), strict],
      gate: gateOf({ secret: 'deny' }),
      steps: [calls('look', 'secret', 'look', 'nothing', 'look', 'strict', 'look'), 'done'],
    })
    expect(lanesOf(played)).toEqual(['look+look+look+look'])
  })

  it('are written to the record before their tools run', async () => {
    const seen: unknown[] = []
    const { records } = await play({
      tools: [tool('a', { ...safe, execute: () => seen.push('ran a') }), tool('b', { ...safe })],
      steps: [calls('a', 'b'), 'done'],
      onRecord: record => {
        if (record.type === 'calls') seen.push(`kept ${record.callIds.join()}`)
      },
    })
    expect(seen).toEqual(['kept call_1,call_2', 'ran a'])
    expect(records.map(({ type }) => type)).toEqual(['message', 'calls', 'outcome', 'outcome', 'message'])
  })
})

describe('outcomes', () => {
  it('go back to the model in the order asked, whatever ends first', async () => {
    const slow = door()
    const { messages, trace } = await play({
      tools: [
        tool('slow', { ...safe, execute: () => slow.opened.then(() => 'slow') }),
        tool('quick', { ...safe, execute: () => 'quick' }),
      ],
      steps: [calls('slow', 'quick'), 'done'],
      onEvent: event => {
        if (event.type === 'call_end') slow.open()
      },
    })
    expect(trace.slice(2)).toEqual(['call_end quick', 'call_end slow'])
    expect(messages[2]).toMatchObject({ results: [{ text: 'slow' }, { text: 'quick' }] })
  })
})

describe('any batch', () => {
  const running = new Set<string>()
  const overlaps: string[] = []
  const work = (isSafe: boolean): ToolDefinition => {
    const execute: ToolDefinition['execute'] = async ({ index, ticks }, { callId }) => {
      if (!isSafe && running.size > 0) overlaps.push(`${index} began beside ${[...running]}`)
      running.add(callId)
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      if (!isSafe && running.size > 1) overlaps.push(`${index} ended beside another`)
      running.delete(callId)
      return index
    }
    return tool(isSafe ? 'look' : 'write', { safe: isSafe, execute })
  }
  const agent = buildAgent({ tools: [work(true), work(false), tool('denied')], gate: gateOf({ denied: 'deny' }) })
  const kinds = fc.constantFrom('look', 'write', 'denied', 'missing')
  const delays = fc.integer({ min: 0, max: 3 })

  it('never runs an unsafe call beside another, keeps the order of lanes, and answers every call in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(kinds, delays), { minLength: 1, maxLength: 12 }), async batch => {
        const asked = batch.map(([name, ticks], index) => ({ name, input: { index, ticks } }))
        const { events, messages } = await play({ agent, steps: [{ calls: asked }, 'done'] })
        expect(overlaps).toEqual([])
        expect(unanswered(messages)).toEqual([])
        const started = events.flatMap(event => (event.type === 'call_start' ? [event] : []))
        expect(started.map(({ call }) => call.input.index)).toEqual(
          batch.flatMap(([name], index) => (name === 'look' || name === 'write' ? [index] : [])),
        )
        const lanes = started.map(({ lane }) => lane)
        expect(lanes).toEqual(lanes.toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('several approvals in one batch', () => {
  const tools = [tool('look', safe), tool('refund'), tool('mail')]
  const gate = gateOf({ refund: 'ask', mail: 'ask' })
  const steps = [calls('look', 'refund', 'mail'), 'done']

  it('are all asked before anything runs', async () => {
    const { events } = await play({
      tools,
      gate,
      steps,
      approver: answers({ approvals: { refund: true, mail: true } }),
    })
    expect(events.flatMap(({ type }) => (type.startsWith('approval') || type === 'call_start' ? [type] : []))).toEqual([
      'approval_request',
      'approval_answer',
      'approval_request',
      'approval_answer',
      'call_start',
      'call_start',
      'call_start',
    ])
  })

  it('park the whole batch when one of them waits: nothing of it ran', async () => {
    const { result, trace, outcomes, messages } = await play({
      tools,
      gate,
      steps,
      approver: answers({ approvals: { refund: true } }),
    })
    expect(result).toMatchObject({ stopReason: 'pending', pending: [{ id: 'test.2', kind: 'approval' }] })
    expect([trace, outcomes]).toEqual([[], []])
    expect(messages.at(-1)?.role).toBe('assistant')
  })

  it('are all listed when nobody is there', async () => {
    const { result } = await play({ tools, gate, steps, approver: answers() })
    expect(result.pending.map(({ id }) => id)).toEqual(['test.1', 'test.2'])
  })

  it('settle what needs nobody even so: a refused call has its outcome at once', async () => {
    const { outcomes } = await play({
      tools: [...tools, tool('secret')],
      gate: gateOf({ refund: 'ask', secret: 'deny' }),
      steps: [calls('refund', 'secret', 'unheard_of'), 'done'],
      approver: answers(),
    })
    expect(outcomes.map(({ call, kind }) => `${call.name} ${kind}`)).toEqual(['secret denied', 'unheard_of failed'])
  })
})

describe('a record that cannot be kept', () => {
  it('ends the turn with its error once the lane has ended, and leaves no call without a result', async () => {
    const slow = door()
    const playing = play({
      tools: [tool('quick', safe), tool('slow', { ...safe, execute: () => slow.opened })],
      steps: [calls('quick', 'slow'), 'done'],
      onRecord: record => {
        if (record.type === 'outcome') throw new Error('the disk is full')
      },
    })
    await settled()
    slow.open()
    const { result, messages, events } = await playing
    expect(result).toMatchObject({ stopReason: 'error', error: { message: 'the disk is full' } })
    expect(unanswered(messages)).toEqual([])
    expect(messages[2]).toMatchObject({ results: [{ text: expect.stringContaining('unknown_outcome') }, {}] })
    expect(events.at(-1)?.type).toBe('turn_end')
  })

  it('starts no tool when the calls themselves cannot be kept', async () => {
    let ran = false
    const { result } = await play({
      tools: [tool('write', { execute: () => (ran = true) })],
      steps: [calls('write'), 'done'],
      onRecord: record => {
        if (record.type === 'calls') throw new Error('the disk is full')
      },
    })
    expect([ran, result.stopReason]).toEqual([false, 'error'])
  })
})
