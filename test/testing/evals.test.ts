import { describe, expect, it } from 'vitest'
import { judge } from '../../src/testing/evals/judge.ts'
import { readEval } from '../../src/testing/evals/read-eval.ts'
import { runEvals } from '../../src/testing/evals/run-evals.ts'
import type { TestTurn } from '../../src/testing/test-agent.ts'
import { project } from '../helpers/project.ts'

const at = { file: 'agents/sea/evals/a.eval.yml', agent: 'sea' }

function turn(parts: Partial<TestTurn> = {}): TestTurn {
  return {
    text: 'The tide is 3 m.',
    stopReason: 'end_turn',
    pending: [],
    usage: { inputTokens: 0, outputTokens: 0 },
    events: [],
    calls: [
      {
        id: '1',
        name: 'get_tide',
        input: { port: 'Dover', days: [1, 2] },
        outcome: { call: { id: '1', name: 'get_tide', input: {} }, ms: 1, kind: 'ok', value: 3 },
      },
    ],
    ...parts,
  }
}

describe('judging a case', () => {
  it('finds a call that has at least the wanted arguments', () => {
    expect(judge({ tools: ['get_tide', { get_tide: { port: 'Dover' } }] }, [turn(), turn()])).toEqual([])
  })

  it('wants each call once: two expectations need two calls', () => {
    expect(judge({ tools: ['get_tide', 'get_tide'] }, [turn()])).toEqual([
      expect.stringContaining('expected a call of get_tide; calls:'),
    ])
  })

  it('names the arguments that were wanted, and what was called', () => {
    const [problem] = judge({ tools: [{ get_tide: { port: 'Calais' } }] }, [turn()])
    expect(problem).toBe(
      'expected a call of get_tide with {"port":"Calais"}; calls: get_tide({"port":"Dover","days":[1,2]})',
    )
  })

  it('refuses a forbidden call', () => {
    expect(judge({ forbidden: ['get_tide'] }, [turn()])).toHaveLength(1)
    expect(judge({ forbidden: ['close_port'] }, [turn()])).toEqual([])
  })

  it('compares texts without regard to case', () => {
    expect(judge({ text: { contains: ['TIDE'], excludes: ['wind'], matches: '^the tide' } }, [turn()])).toEqual([])
    expect(judge({ text: { contains: ['wind'], excludes: ['tide'], matches: 'wind$' } }, [turn()])).toHaveLength(3)
  })

  it('wants the turn to end as it should, and says why it did not', () => {
    const failed = turn({ stopReason: 'error', error: { code: 'model_network', message: 'no line' } })
    expect(judge({}, [failed])).toEqual([
      'expected the turn to end with end_turn, it ended with error (model_network: no line)',
    ])
    expect(judge({ stopReason: 'error' }, [failed])).toEqual([])
  })

  it('tells what the rules decided', () => {
    const call = { id: '1', name: 'get_tide', input: {} }
    const denied = turn({ events: [{ type: 'call_end', outcome: { call, ms: 0, kind: 'denied', reason: 'no' } }] })
    expect(judge({ decisions: { get_tide: 'deny' } }, [denied])).toEqual([])
    expect(judge({ decisions: { get_tide: 'allow' } }, [denied])).toEqual([
      'expected the rules to allow get_tide; they denied it',
    ])
    expect(judge({ decisions: { other: 'ask' } }, [denied])).toEqual([
      'expected the rules to ask other; it was not called',
    ])
    const asked = turn({
      events: [
        { type: 'approval_request', id: 's.1', call, rule: null, reason: '' },
        { type: 'call_end', outcome: { call, ms: 0, kind: 'denied', reason: 'the person' } },
      ],
    })
    expect(judge({ decisions: { get_tide: 'ask' } }, [asked])).toEqual([])
  })
})

describe('reading an eval file', () => {
  it.each([
    [
      'a misspelt expectation',
      'version: 1\ncases:\n  - name: a\n    messages: [x]\n    expect:\n      tool: [get_tide]\n',
      'EVAL_SHAPE',
      6,
    ],
    ['a case without messages', 'version: 1\ncases:\n  - name: a\n    expect: {}\n', 'EVAL_SHAPE', 3],
    ['another version', 'version: 2\ncases:\n  - name: a\n    messages: [x]\n    expect: {}\n', 'EVAL_SHAPE', 1],
    [
      'a decision that there is none of',
      'version: 1\ncases:\n  - name: a\n    messages: [x]\n    expect:\n      decisions: { get_tide: maybe }\n',
      'EVAL_SHAPE',
      6,
    ],
    ['broken YAML', 'version: 1\ncases: [\n', 'EVAL_SYNTAX', 2],
  ])('says the line of %s', async (_what, text, code, line) => {
    const reading = await readEval(text, at)
    if (reading.kind === 'read') throw new Error('it was read')
    const [first] = reading.diagnostics
    expect({ code: first?.code, line: first?.range?.start.line }).toMatchObject({ code })
    expect(first?.range?.start.line).toBeLessThanOrEqual(line + 1)
    expect(first?.range?.start.line).toBeGreaterThanOrEqual(line - 1)
  })

  it('knows where each case stands', async () => {
    const reading = await readEval(
      'version: 1\ncases:\n  - name: a\n    messages: [x]\n    expect: {}\n  - name: b\n    messages: [x]\n    expect: {}\n',
      at,
    )
    expect(reading.kind === 'read' && reading.read.places.map(({ start }) => start.line)).toEqual([3, 6])
  })
})

describe('playing evals', () => {
  it("plays the example agent's", async () => {
    const { cases, diagnostics } = await runEvals({ root: process.cwd(), agents: ['customer-service'] })
    expect(diagnostics).toEqual([])
    expect(cases.filter(({ failures }) => failures.length > 0)).toEqual([])
    expect(cases.length).toBeGreaterThan(2)
  })

  it('tells a failing case from a good one, and a broken agent as a failure', async () => {
    const { root } = project({
      'agents/sea/index.ts': `export const config = { name: 'sea', systemPrompt: 'x' }\n`,
      'agents/sea/actauth.yml': 'default_decision: allow\n',
      'agents/sea/tools/index.ts': `export const tools = [{ name: 'get_tide', description: 'Get the tide of a port', input_schema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] }, safe: true, execute: () => ({ metres: 3 }) }]\n`,
      'agents/sea/evals/a.eval.yml':
        'version: 1\ncases:\n  - name: good\n    messages: [What is the tide in Dover?]\n    expect: { tools: [get_tide] }\n  - name: bad\n    messages: [What is the tide in Dover?]\n    expect: { forbidden: [get_tide] }\n',
      'agents/sky/index.ts': 'oops (\n',
      'agents/sky/evals/a.eval.yml': 'version: 1\ncases:\n  - name: never\n    messages: [x]\n    expect: {}\n',
    })
    const { cases } = await runEvals({ root, agents: [] })
    expect(cases.map(({ name, failures }) => [name, failures.length])).toEqual([
      ['good', 0],
      ['bad', 1],
      ['never', 1],
    ])
  })

  it('plays a recording that it made before', async () => {
    const { root, exists, write } = project({
      'agents/sea/index.ts': `export const config = { name: 'sea', systemPrompt: 'x' }\n`,
      'agents/sea/actauth.yml': 'default_decision: allow\n',
      'agents/sea/evals/a.eval.yml':
        'version: 1\nreplay: recordings/a.jsonl\ncases:\n  - name: hello\n    messages: [Hello]\n    expect: {}\n',
    })
    const failures = async (record: boolean): Promise<string[]> => {
      return (await runEvals({ root, agents: [], record })).cases.flatMap(one => one.failures)
    }
    expect((await failures(false))[0]).toMatch(/No recording/)
    expect(await failures(true)).toEqual([])
    expect(exists('agents/sea/evals/recordings/a.jsonl')).toBe(true)
    expect(await failures(false)).toEqual([])
    write('agents/sea/index.ts', `export const config = { name: 'sea', systemPrompt: 'y' }\n`)
    expect((await failures(false))[0]).toMatch(/ended with error/)
  })
})
