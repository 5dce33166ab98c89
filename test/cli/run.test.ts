import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { lastTold, modelServer } from '../helpers/model-server.ts'
import { shop } from '../helpers/shop.ts'
import { startCli, until } from '../helpers/start-cli.ts'

const OFFLINE = ['--model', 'offline']

/** What the model does for a message; after its calls it repeats what it was told. */
const SCRIPT: Record<string, [string, object][]> = {
  'two orders': [
    ['lookup_order', { orderId: 'A-1001' }],
    ['lookup_order', { orderId: 'A-1002' }],
  ],
  refund: [['issue_refund', { orderId: 'A-1001', amount: 80, note: 'broken on arrival' }]],
  'delete bob': [['delete_account', { customer: 'bob' }]],
  'wrap it': [['wrap_gift', { orderId: 'A-1001' }]],
  'count the stock': [['count_stock', {}]],
  'break the shelf': [['break_shelf', {}]],
  'print a label': [['print_label', {}]],
  'leave an error': [['leave_late_error', {}]],
  'say what I set': [['read_variables', {}]],
}

const server = await modelServer((messages, round) => {
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const calls = SCRIPT[said]
  if (said === 'go on for ever') return { calls: [['read_variables', {}]] }
  return round === 0 && calls ? { calls } : `I was told: ${lastTold(messages)}`
})
const { env } = server

describe('run', () => {
  it('prints the answer on stdout and the calls on stderr', async () => {
    const { root } = shop()
    const { code, stdout, stderr } = await cli(['run', 'shop', 'two orders'], { cwd: root, env })
    expect(code).toBe(0)
    expect(stdout).toBe(
      'I was told: {"orderId":"A-1001","status":"shipped","total":80} | {"orderId":"A-1002","status":"packed","total":25}\n',
    )
    expect(stderr).toMatch(/^┌ ✓ lookup_order\(orderId: "A-100\d"\) \d+ ms → \{.*\}\n└ ✓ lookup_order.*\n$/)
  })

  it('starts both safe calls before one of them ends, and ends with turn_end', async () => {
    const { root } = shop()
    const { code, stdout } = await cli(['run', 'shop', 'two orders', '--json'], { cwd: root, env })
    const events = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(code).toBe(0)
    expect(events.map(({ type }) => type).filter(type => type.startsWith('call'))).toEqual([
      'call_start',
      'call_start',
      'call_end',
      'call_end',
    ])
    expect(Object.keys(events.at(-1))).toEqual(['type', 'text', 'stopReason', 'sessionId', 'pending', 'usage'])
  })

  it('parks a call that asks: exit 3, the whole call and the way to answer', async () => {
    const { root } = shop()
    const { code, stdout, stderr } = await cli(['run', 'shop', 'refund', '--session', 's1'], { cwd: root, env })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    for (const part of ['orderId: "A-1001"', 'amount: 80', 'note: "broken on arrival"', 'Rule `refunds`']) {
      expect(stderr).toContain(part)
    }
    expect(stderr).toContain('loopengine approvals approve s1.1')
  })

  it('parks a question: exit 3 and the choices', async () => {
    const { root } = shop()
    const { code, stderr } = await cli(['run', 'shop', 'wrap it', '--session', 's1'], { cwd: root, env })
    expect(code).toBe(3)
    expect(stderr).toContain('? Which colour?\n    red\n    green\n')
    expect(stderr).toContain('loopengine approvals answer s1.1 "…"')
  })

  it('tells the model why a rule denied a call, and goes on', async () => {
    const { root } = shop()
    const { code, stdout, stderr } = await cli(['run', 'shop', 'delete bob'], { cwd: root, env })
    expect(code).toBe(0)
    expect(stdout).toContain('No rule decides about `delete_account`')
    expect(stderr).toContain('⊘ delete_account(customer: "bob")')
  })

  it('ends with 1 when the model calls are used up', async () => {
    const { root } = shop({
      'agents/shop/index.ts': `export const config = { name: 'shop', systemPrompt: '', maxTurns: 2 }`,
    })
    const { code, stderr } = await cli(['run', 'shop', 'go on for ever'], { cwd: root, env })
    expect(code).toBe(1)
    expect(stderr).toContain('`maxTurns`')
  })

  it('ends with 1 when the model can not be reached, and keeps the message', async () => {
    const { root } = shop()
    const away = { LOOPENGINE_BASE_URL: 'http://127.0.0.1:9/v1' }
    const args = ['run', 'shop', 'hello', '--session', 's1', '--model', 'openai-compatible/away']
    const { code, stdout, stderr } = await cli(args, { cwd: root, env: away })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Error: openai-compatible\/away: .*could not be reached/)
    const next = await cli(['run', 'shop', 'hello again', '--session', 's1'], { cwd: root, env })
    expect(next).toMatchObject({ code: 0, stdout: 'I was told: hello again\n' })
  })

  it('shows control characters of a tool instead of obeying them', async () => {
    const { root } = shop()
    const { stdout, stderr } = await cli(['run', 'shop', 'break the shelf'], { cwd: root, env })
    expect(stderr).toContain('The shelf\\u001b[2J broke.\\u0007 \\u202eevil')
    expect(stdout).toContain('\\u001b[2J')
    expect(stdout + stderr).not.toContain('\u001b')
  })

  it('keeps what a tool prints out of the answer', async () => {
    const { root } = shop()
    const { stdout, stderr } = await cli(['run', 'shop', 'print a label'], { cwd: root, env })
    expect(stdout).toBe('I was told: printed\n')
    expect(stderr).toContain('a line of the tool\n')
  })

  it('survives a promise that a tool left behind, and says where it comes from', async () => {
    const { root } = shop()
    const { code, stdout, stderr } = await cli(['run', 'shop', 'leave an error'], { cwd: root, env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I was told: left\n' })
    expect(stderr).toMatch(/agents\/shop\/tools\/index\.ts:\d+:\d+ error STRAY_ERROR .*nobody waits for me/)
  })

  it('sets variables path by path, beside those that the session has', async () => {
    const { root } = shop()
    const say = (...set: string[]) => {
      const args = ['run', 'shop', 'say what I set', '--session', 's1', ...set.flatMap(one => ['--set', one])]
      return cli(args, { cwd: root, env })
    }
    expect((await say('customer.id=7', 'customer.name=Ann')).stdout).toContain('{"customer":{"id":7,"name":"Ann"}}')
    expect((await say('customer.id=8')).stdout).toContain('{"customer":{"id":8,"name":"Ann"}}')
    expect((await say()).stdout).toContain('{"customer":{"id":8,"name":"Ann"}}')
  })

  it.each([
    ['nothing', 'nonsense', 'Expected `--set path=value`, got `nonsense`.'],
    ['a prototype', '__proto__.x=1', "`__proto__` can't be set."],
  ])('refuses to set %s', async (_what, setting, message) => {
    const { root } = shop()
    const { code, stderr } = await cli(['run', 'shop', 'hi', ...OFFLINE, '--set', setting], { cwd: root })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('the approvals of run', () => {
  it.each([[['--approve', 'issue_refund']], [['--approve-all']]])('%j lets the call run', async flags => {
    const project = shop()
    const { code, stdout } = await cli(['run', 'shop', 'refund', ...flags], { cwd: project.root, env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I was told: {"refunded":"A-1001","amount":80}\n' })
    expect(project.read('refunds.txt')).toBe('A-1001 80 default production \n')
  })

  it('never approves another tool, and names one that does not exist', async () => {
    const project = shop()
    const args = ['run', 'shop', 'refund', '--approve', 'isue_refund']
    const { code, stderr } = await cli(args, { cwd: project.root, env })
    expect(code).toBe(3)
    expect(stderr).toContain('! --approve: agent `shop` has no tool `isue_refund`. Did you mean `issue_refund`?')
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('never overrule a deny', async () => {
    const { root } = shop()
    const { stderr } = await cli(['run', 'shop', 'delete bob', '--approve-all'], { cwd: root, env })
    expect(stderr).toContain('⊘ delete_account')
  })

  it('are for tenant, environment and identity as they were given', async () => {
    const project = shop()
    const who = ['--tenant', 'acme', '--environment', 'staging', '--user', 'u7', '--claims', '{"role":"agent"}']
    await cli(['run', 'shop', 'refund', '--approve-all', ...who], { cwd: project.root, env })
    expect(project.read('refunds.txt')).toBe('A-1001 80 acme staging u7\n')
  })
})

describe('what is broken in a project', () => {
  it('denies every call and says it with place and caret when the rules are', async () => {
    const { root } = shop({
      'agents/shop/actauth.yml':
        'default_decision: allow\nrules:\n  - { name: x, scope: */*, tool: a, decision: allow }\n',
    })
    const { code, stdout, stderr } = await cli(['run', 'shop', 'two orders'], { cwd: root, env })
    expect(code).toBe(0)
    expect(stderr).toMatch(/agents\/shop\/actauth\.yml:3:\d+ error ACTAUTH_\w+ /)
    expect(stderr).toMatch(/\n {2}3 \| {3}- \{ name: x, scope: \*\/\*, .*\n {4}\| +\^/)
    expect(stderr).toContain('No tool of agent `shop` runs until its rules are mended.')
    expect(stderr).toContain('⊘ lookup_order')
    expect(stdout).toContain('Not run.')
  })

  it('ends with 1 and the place when a tool is', async () => {
    const { root } = shop({ 'agents/shop/tools/index.ts': 'export const tools = [\n  broken(,\n]\n' })
    const { code, stdout, stderr } = await cli(['run', 'shop', 'hi', ...OFFLINE], { cwd: root })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/agents\/shop\/tools\/index\.ts:2:\d+/)
  })

  it('names the nearest agent and the list', async () => {
    const { code, stderr } = await cli(['run', 'shpo', 'hi', ...OFFLINE], { cwd: shop().root })
    expect(code).toBe(2)
    expect(stderr).toBe('Error: Agent `shpo` not found.\n  Did you mean `shop`? Agents here: shop.\n')
  })
})

describe('Ctrl-C', () => {
  it('stops the call that runs, ends with 130 and leaves a history that goes on', async () => {
    const project = shop()
    const running = startCli(['run', 'shop', 'count the stock', '--session', 's1'], { cwd: project.root, env })
    await until(() => project.exists('counting.txt'), running.stderr)
    running.child.kill('SIGINT')
    const { code, stderr } = await running.ended
    expect(code).toBe(130)
    expect(stderr).toContain('✗ count_stock()')
    expect(stderr).toContain('Stopped.')

    const { stdout } = await cli(['sessions', 'show', 's1', '--json'], { cwd: project.root })
    const { messages, stopReason } = JSON.parse(stdout)
    expect(stopReason).toBe('aborted')
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'tool'])
    const next = await cli(['run', 'shop', 'and now?', '--session', 's1'], { cwd: project.root, env })
    expect(next).toMatchObject({ code: 0, stdout: 'I was told: and now?\n' })
    expect(server.requests.at(-1)?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
  })
})
