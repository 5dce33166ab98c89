import { describe, expect, it } from 'vitest'
import type { ToolContext, ToolDefinition } from '../../src/core/tool.ts'
import { ToolFailure } from '../../src/core/tool-failure.ts'
import { toolOutput } from '../../src/core/tool-output.ts'
import { answers } from '../../src/testing/answers.ts'
import { abl } from '../helpers/abl.ts'
import { gateOf, tool } from '../helpers/agent-builder.ts'
import { staged, stagedSpecs } from '../helpers/staged.ts'

const done = { attempt: () => 'done' }

describe('a declared tool', () => {
  it('is told to the model as it is declared', async () => {
    const { sources, definitions } = await staged(
      abl`
        TOOLS:
          find_order(id: string, limit: number = 5) -> {total: number}
            description: "Finds an order"
            type: http
            endpoint: "https://x.example.com"
            method: GET
            pii_access: user
      `,
      done,
    )
    expect(sources).toMatchObject([{ kind: 'abl', file: 'agents/shop/tools/shop.tools.abl', line: 2, binding: 'http' }])
    expect(definitions.find_order).toMatchObject({
      name: 'find_order',
      description: 'Finds an order',
      input_schema: { type: 'object', required: ['id'], properties: { limit: { type: 'number', default: 5 } } },
      output_schema: { type: 'object', properties: { total: { type: 'number' } } },
      pii_access: 'user',
    })
  })

  it('without a description is called by its name', async () => {
    const source = abl`
      TOOLS:
        find_order() -> any
          type: http
          endpoint: "https://x.example.com"
          method: GET
    `
    expect((await staged(source, done)).definitions.find_order?.description).toBe('find order.')
  })

  const safety: [string, string, boolean][] = [
    ['GET', 'method: GET', true],
    ['POST', 'method: POST', false],
    ['POST that only reads', 'method: POST\neffect: read_only', true],
    ['GET with side effects', 'method: GET\nhints: {side_effects: true}', false],
    ['GET with an effect', 'method: GET\neffect: side_effect', false],
    ['GET with on_result', 'method: GET\non_result: {set: {a: 1}}', false],
    ['GET with on_error', 'method: GET\non_error: {set: {a: 1}}', false],
    ['GET that writes context', 'method: GET\ncontext_access: {write: [a]}', false],
    ['GET that reads context', 'method: GET\ncontext_access: {read: [a]}', true],
  ]
  for (const [name, properties, safe] of safety) {
    it(`is ${safe ? 'safe' : 'not safe'}: ${name}`, async () => {
      const source = abl`
        TOOLS:
          look() -> any
            description: "Looks"
            type: http
            endpoint: "https://x.example.com"
            ${properties.split('\n').join('\n            ')}
      `
      expect((await staged(source, done)).definitions.look?.safe).toBe(safe)
    })
  }

  it('whose type nothing executes fails when it is called', async () => {
    const source = abl`
      TOOLS:
        start() -> any
          description: "Starts"
          type: workflow
          workflow_id: onboarding
    `
    const { call, diagnostics } = await staged(source, done)
    expect(diagnostics).toEqual([])
    expect((await call()).outcome).toMatchObject({ kind: 'failed', error: { code: 'unbound_tool' } })
  })

  it('whose binding refuses the declaration is left out with a diagnostic', async () => {
    const source = abl`
      TOOLS:
        look() -> any
          description: "Looks"
          type: http
          endpoint: "https://x.example.com"
          method: GET
    `
    const { parseAbl } = await import('../../src/abl/index.ts')
    const { toolsFromSpecs } = await import('../../src/tools/from-spec.ts')
    const { toolProject } = await import('../helpers/http-tool.ts')
    const refusing = {
      compile: async () => {
        throw new ToolFailure({ code: 'invalid', message: 'No such server.' })
      },
    }
    const { sources, diagnostics } = await toolsFromSpecs({
      specs: parseAbl(source, { file: 'a.tools.abl' }).tools,
      others: [],
      project: toolProject({}),
      bindings: { http: refusing },
    })
    expect(sources).toEqual([])
    expect(diagnostics).toMatchObject([
      {
        code: 'TOOL_BINDING',
        message: 'Tool `look`: No such server.',
        file: 'a.tools.abl',
        range: { start: { line: 2 } },
      },
    ])
  })
})

describe('a declaration without a type', () => {
  const source = (properties = '') => abl`
    TOOLS:
      add(a: number, b: number = 1) -> {sum: number}
        description: "Adds, as declared"
        ${properties}
  `
  const add = tool('add', { execute: ({ a, b }) => ({ sum: a + b }) })

  it('takes its execution from the tool of its name', async () => {
    const { call, definitions, sources } = await staged(source('process: {before: {require: [a > 0]}}'), {
      code: [add],
    })
    expect(sources).toMatchObject([{ kind: 'local', file: 'agents/shop/tools/shop.tools.abl', line: 2 }])
    expect(definitions.add?.description).toBe('Adds, as declared')
    const { value, session } = await call({ a: '2' })
    expect(value).toEqual({ sum: 3 })
    expect(session.variables).toEqual({ last_add_result: { sum: 3 } })
    expect((await call({ a: 0 })).outcome).toMatchObject({ error: { code: 'precondition_failed' } })
  })

  it('keeps what that tool demands, is and may take', async () => {
    const strict = tool('add', {
      safe: true,
      timeout: false,
      execute: () => 1,
      demand: () => ({ kind: 'confirmation', reason: 'Always.' }),
    })
    const { call, definitions } = await staged(source(), { code: [strict] })
    expect(definitions.add).toMatchObject({ safe: true, timeout: false })
    expect((await call({ a: 1 })).outcome.kind).toBe('denied')
  })

  it('is unbound without one: the call fails', async () => {
    const { call, diagnostics } = await staged(source(), {})
    expect(diagnostics).toEqual([])
    expect((await call({ a: 1 })).outcome).toMatchObject({ kind: 'failed', error: { code: 'unbound_tool' } })
  })

  it('is not mixed up with a tool of another name', async () => {
    const { sources } = await staged(source(), { code: [tool('other')] })
    expect(sources.map(({ kind }) => kind)).toEqual(['local', 'abl'])
  })

  it('with a type, its equal name is for the merge to judge', async () => {
    const bound = abl`
      TOOLS:
        add() -> any
          description: "Adds"
          type: http
          endpoint: "https://x.example.com"
          method: GET
    `
    await expect(staged(bound, { ...done, code: [add] })).rejects.toThrow(/TOOL_CLASH/)
  })
})

describe('a tool in code', () => {
  const pay = (more: Partial<ToolDefinition>): ToolDefinition =>
    tool('pay', {
      input_schema: {
        type: 'object',
        properties: { amount: { type: 'number' }, to: { type: 'string', default: 'Ann' } },
        required: ['amount'],
      },
      execute: input => ({ paid: input.amount, to: input.to }),
      ...more,
    })
  const code = (more: Partial<ToolDefinition>) => stagedSpecs([], { code: [pay(more)] })

  it('without ABL properties is left as it is', async () => {
    const plain = pay({})
    const { sources } = await stagedSpecs([], { code: [plain] })
    expect(sources[0]?.definition).toBe(plain)
  })

  it('goes through the same stages', async () => {
    const { call } = await code({
      process: { before: { params: { amount: 'amount * 100' }, require: ['amount < 1000'] } },
      on_result: { set: { paid: 'result.paid', note: '"to {{result.to}}"' } },
      store_result: true,
    })
    const { value, session } = await call({ amount: 5 })
    expect(value).toEqual({ paid: 500, to: 'Ann' })
    expect(session.variables).toEqual({ paid: 500, note: 'to Ann', last_pay_result: { paid: 500, to: 'Ann' } })
    expect((await call({ amount: 50 })).outcome).toMatchObject({ error: { code: 'precondition_failed' } })
  })

  it('still has its arguments checked against its schema', async () => {
    const { call } = await code({ on_error: { set: { failed: 'true' } } })
    const { outcome, session } = await call({ amount: 'many' })
    expect(outcome).toMatchObject({ error: { code: 'validation_error', problems: [{ path: 'amount' }] } })
    expect(session.variables).toEqual({})
  })

  it('keeps no raw result unless it says so', async () => {
    expect((await (await code({ effect: 'state_write' })).call({ amount: 1 })).session.variables).toEqual({})
  })

  it('is confirmed when it says so', async () => {
    const { call } = await code({ confirmation: { require: 'always', immutable_params: ['to'] } })
    expect((await call({ amount: 1 })).outcome.kind).toBe('denied')
    const approver = answers({ approvals: { pay: { kind: 'approve', input: { amount: 1, to: 'Eve' } } } })
    expect((await call({ amount: 1 }, { play: { approver } })).outcome).toMatchObject({
      code: 'immutable_param_changed',
    })
  })

  it('that only reads is safe', async () => {
    expect((await code({ effect: 'read_only' })).definitions.pay?.safe).toBe(true)
    expect((await code({ hints: { cacheable: true } })).definitions.pay?.safe).toBe(false)
  })

  it('that contradicts itself about that runs alone, with a warning', async () => {
    const { definitions, diagnostics } = await code({ safe: true, on_result: { set: { a: '1' } } })
    expect(definitions.pay?.safe).toBe(false)
    expect(diagnostics).toMatchObject([{ code: 'TOOL_SAFE', severity: 'warning', file: 'tools/index.ts' }])
  })

  it('with a mistake in its properties is left out, named with its file', async () => {
    const { diagnostics, definitions } = await code({ process: { before: { require: ['amount >'] } } })
    expect(diagnostics).toMatchObject([{ code: 'ABL2013', severity: 'error', file: 'tools/index.ts' }])
    expect(diagnostics[0]?.message).toMatch(/^Tool `pay`: /)
    expect(definitions).toEqual({})
  })

  it('may name only transforms that the project has', async () => {
    const { diagnostics } = await code({ process: { before: { use: 'cents' } } })
    expect(diagnostics).toMatchObject([{ code: 'ABL3007', file: 'tools/index.ts' }])
  })

  it('keeps what its output says', async () => {
    const { call } = await code({
      execute: () => toolOutput({ a: 1 }, { text: 'read this', directives: [{ do: 'respond', text: 'own' }] }),
      on_result: { do: [{ RESPOND: 'declared' }] },
    })
    const { told, outcome } = await call({ amount: 1 })
    expect(told[0]).toContain('read this')
    expect(outcome.directives).toEqual([
      { do: 'respond', text: 'own' },
      { do: 'respond', text: 'declared' },
    ])
  })

  it('fails after its time, and on_error sees it', async () => {
    const { call } = await code({
      execute: () => new Promise(() => {}),
      timeout: 20,
      on_error: { set: { code: 'error.code' } },
    })
    const { outcome, session } = await call({ amount: 1 })
    expect(outcome).toMatchObject({ error: { code: 'tool_timeout' } })
    expect(session.variables).toEqual({ code: 'tool_timeout' })
  })

  it('that asks a person is parked, not failed', async () => {
    const { call } = await code({
      execute: (_input: unknown, context: ToolContext) => context.ask('Really?'),
      on_error: { set: { failed: 'true' } },
    })
    const asking = call({ amount: 1 }, { play: { approver: answers() } })
    await expect(asking).rejects.toThrow('No call has ended.')
  })

  it('asks as long as it takes', async () => {
    const approver = {
      ...answers(),
      answer: () =>
        new Promise<never>(resolve => setTimeout(() => resolve({ kind: 'answer', text: 'yes' } as never), 60)),
    }
    const { call } = await code({
      execute: (_input: unknown, context: ToolContext) => context.ask('Really?'),
      timeout: 30,
      on_error: { set: { failed: 'true' } },
    })
    expect((await call({ amount: 1 }, { play: { approver } })).value).toBe('yes')
  })

  it('keeps its own prepare, demand and compact, and its class', async () => {
    class Counter {
      name = 'count'
      description = 'Counts.'
      input_schema = { type: 'object' }
      effect = 'state_write' as const
      total = 0
      execute(): number {
        return ++this.total
      }
      async prepare() {
        return { kind: 'ready' as const, input: { total: this.total } }
      }
      compact(): string {
        return `${this.total}`
      }
    }
    const { call, definitions } = await stagedSpecs([], { code: [new Counter()] })
    expect((await call({})).value).toBe(1)
    expect(await definitions.count?.compact?.('', { summarise: async () => undefined })).toBe('1')
  })

  it('with a schema that is none is for the merge to name', async () => {
    const broken = code({ input_schema: { type: 'nothing' }, effect: 'read_only' })
    await expect(broken).rejects.toThrow(/TOOL_SCHEMA/)
  })

  it('that is refused is never a failure', async () => {
    const { call } = await stagedSpecs([], {
      code: [pay({ on_error: { set: { failed: 'true' } } })],
      agent: { gate: gateOf({ pay: 'deny' }) },
    })
    expect((await call({ amount: 1 })).session.variables).toEqual({})
  })
})

describe('the names that a tool in code refers to', () => {
  const calls = (name: string) => tool('first', { on_result: { do: [{ CALL: name }] } })
  const source = abl`
    TOOLS:
      second() -> any
        description: "Second"
        type: http
        endpoint: "https://x.example.com"
        method: GET
  `

  it('must be known, declared tools included', async () => {
    const known = { tool: ['first'] }
    expect((await staged(source, { ...done, code: [calls('second')], known })).diagnostics).toEqual([])
    expect((await staged(source, { ...done, code: [calls('third')], known })).diagnostics).toMatchObject([
      { code: 'ABL3007', file: 'tools/index.ts', message: 'Tool `first`: There is no tool `third`.' },
    ])
  })

  it('are not looked up where nobody says which there are', async () => {
    expect((await staged(source, { ...done, code: [calls('third')] })).diagnostics).toEqual([])
  })
})

it('a declaration is not joined to what is no tool: the merge names that', async () => {
  const source = abl`
    TOOLS:
      add() -> any
        description: "Adds"
  `
  const broken = { name: 'add', description: 'Adds.', input_schema: { type: 'object' } } as ToolDefinition
  await expect(staged(source, { code: [broken] })).rejects.toThrow(/TOOL_EXECUTE/)
})
