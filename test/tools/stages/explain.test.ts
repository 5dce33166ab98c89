import { describe, expect, it } from 'vitest'
import type { ToolContext } from '../../../src/core/tool.ts'
import { type ExplainedCall, explainCall } from '../../../src/tools/stages/explain.ts'
import { abl } from '../../helpers/abl.ts'
import { tool } from '../../helpers/agent-builder.ts'
import { echoServer } from '../../helpers/echo-server.ts'
import { type StagedOptions, staged } from '../../helpers/staged.ts'

const server = await echoServer()

const source = abl`
  TOOLS:
    pay(amount: number, account: string, key: string, note: string = "none", secret: string) -> {paid: number}
      description: "Pays"
      type: http
      endpoint: "${server.url}/pay"
      method: POST
      retry: 2
      rate_limit: 5
      circuit_breaker: {threshold: 3, resetMs: 100}
      parameters:
        account:
          source: system
          value: session.account
        key:
          source: config
          value: KEY
        secret:
          source: system
          value: session.secret
          visibility: {model: true, trace: false}
      confirmation:
        require: always
        immutable_params: [account]
      hints: {cacheable: true, requires_auth: true}
      process:
        before:
          params:
            cents: amount * 100
          require: [amount > 0]
        after:
          result: {paid: result.paid}
      on_result: {set: {paid: result.paid}}
      on_error: {set: {failed: true}}
      context_access: {write: [zone]}
      compaction: {max_description_length: 5}
`

const options: StagedOptions = { settings: { config: { KEY: { value: 'k-1' } } } }

function contextWith(variables: ToolContext['variables'], user?: ToolContext['user']): ToolContext {
  const context: Partial<ToolContext> = {
    agent: { name: 'shop', directory: '/project/agents/shop' },
    session: { id: 's' },
    callId: 'c',
    tenant: 'default',
    environment: 'test',
    variables,
    signal: new AbortController().signal,
    config: name => (name === 'KEY' ? 'k-1' : undefined),
    emit: () => {
      throw new Error('nothing may be told')
    },
  }
  return { ...context, ...(user ? { user } : {}) } as ToolContext
}

async function explained(
  input: Record<string, unknown>,
  user: ToolContext['user'] = { id: 'u' },
): Promise<ExplainedCall> {
  const { definitions } = await staged(source, options)
  const { pay } = definitions
  if (!pay) throw new Error('There is no tool.')
  return explainCall(pay, input, contextWith({ account: 'a-1', secret: 'hush' }, user))
}

describe('an explained call', () => {
  it('shows every final argument with its source, and hides what must be hidden', async () => {
    expect((await explained({ amount: '5', account: 'mine' })).arguments).toEqual([
      { name: 'amount', value: 5, from: 'model' },
      { name: 'account', value: 'a-1', from: 'session.account' },
      { name: 'key', value: '***', from: 'config.KEY' },
      { name: 'note', value: 'none', from: 'default' },
      { name: 'secret', value: '«hidden»', from: 'session.secret' },
      { name: 'cents', value: 500, from: 'process.before' },
    ])
  })

  it('names its stages in order', async () => {
    expect((await explained({ amount: 5 })).stages).toEqual([
      'prepare: sources',
      'prepare: arguments',
      'prepare: process.before (on_fail block)',
      'prepare: requires_auth',
      'gate: rules',
      'gate: confirmation and consent',
      'gate: immutable account',
      'execute: cache',
      'execute: breaker',
      'execute: rate limit',
      'execute: attempt (30000 ms, 2 more on failure)',
      'execute: process.after (on_fail use_original)',
      'execute: return check',
      'execute: on_result',
      'execute: context_access.write',
      'execute: store_result',
      'execute: on_error, for failures',
      'present: compaction, from the next turn on',
    ])
  })

  it('shows what it demands and what would go out, and sends nothing', async () => {
    const { demand, request } = await explained({ amount: 5 })
    expect(demand).toMatchObject({ kind: 'confirmation' })
    expect(request).toMatchObject({ method: 'POST', url: `${server.url}/pay` })
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ amount: 5, cents: 500, account: 'a-1' })
    expect(server.requests).toEqual([])
  })

  it('shows no secret in the request', async () => {
    const { request } = await explained({ amount: 5 })
    expect(JSON.stringify(request)).not.toContain('hush')
    expect(JSON.stringify(request)).not.toContain('k-1')
  })

  it.each([
    ['arguments that do not fit', { amount: 'x' }, { id: 'u' }, 'validation_error'],
    ['a condition that does not hold', { amount: 0 }, { id: 'u' }, 'precondition_failed'],
  ])('ends with its problem: %s', async (_name, input, user, code) => {
    expect(await explained(input, user)).toMatchObject({ problem: { code } })
  })

  it('writes nothing to the session', async () => {
    const { definitions } = await staged(source, options)
    const variables = { account: 'a-1', secret: 'x' }
    await explainCall(definitions.pay as never, { amount: 0 }, contextWith(variables, { id: 'u' }))
    expect(variables).toEqual({ account: 'a-1', secret: 'x' })
  })

  it('of a tool without stages says what there is to say', async () => {
    const { definitions } = await staged(source, { ...options, code: [tool('plain')] })
    expect(await explainCall(definitions.plain as never, { a: 1 }, contextWith({}))).toEqual({
      arguments: [{ name: 'a', value: 1, from: 'model' }],
      stages: ['prepare: arguments', 'gate', 'execute: attempt'],
    })
  })
})
