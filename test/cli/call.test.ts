import { describe, expect, it } from 'vitest'
import { type CliOptions, cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'
import { startCli, until } from '../helpers/start-cli.ts'

const ORDER = '{"orderId":"A-1001"}'

function call(project: { root: string }, args: string[], options: CliOptions = {}) {
  return cli(['call', 'shop', ...args], { cwd: project.root, ...options })
}

/** The events of a `--json` call. */
function events(stdout: string) {
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

describe('call', () => {
  it('prints the value on stdout and the call on stderr', async () => {
    const { code, stdout, stderr } = await call(shop(), ['lookup_order', '--args', ORDER])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ orderId: 'A-1001', status: 'shipped', total: 80 })
    expect(stderr).toMatch(/^ {2}✓ lookup_order\(orderId: "A-1001"\) \d+ ms\n$/)
  })

  it('prints a text as it is', async () => {
    expect((await call(shop(), ['print_label'])).stdout).toBe('printed\n')
  })

  it('ends with 1 when the tool fails, with nothing on stdout', async () => {
    const { code, stdout, stderr } = await call(shop(), ['lookup_order', '--args', '{"orderId":"A-9"}'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('There is no order A-9.')
  })

  it('ends with 1 when the arguments do not fit, and names each', async () => {
    const { code, stderr } = await call(shop(), ['lookup_order', '--args', '{"orderId":5,"x":1}'])
    expect(code).toBe(1)
    expect(stderr).toContain('- orderId: expected')
    expect(stderr).toContain('- x: expected')
  })

  it('ends with 3 when a rule asks, and says how to approve', async () => {
    const project = shop()
    const { code, stdout, stderr } = await call(project, ['issue_refund', '--args', ORDER])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('--approve')
    expect(project.exists('refunds.txt')).toBe(false)
    expect((await cli(['approvals', 'list'], { cwd: project.root })).stdout).toBe('Nothing waits for you.\n')
  })

  it('ends with 3 when the tool asks a question', async () => {
    expect((await call(shop(), ['wrap_gift', '--args', ORDER])).code).toBe(3)
  })

  it('ends with 4 when a rule denies, --approve or not', async () => {
    const args = ['delete_account', '--args', '{"customer":"bob"}']
    expect((await call(shop(), args)).code).toBe(4)
    const { code, stderr } = await call(shop(), [...args, '--approve'])
    expect(code).toBe(4)
    expect(stderr).toContain('the default is deny')
  })

  it('ends with 130 when it is interrupted', async () => {
    const project = shop()
    const running = startCli(['call', 'shop', 'count_stock'], { cwd: project.root })
    await until(() => project.exists('counting.txt'), running.stderr)
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
  })

  it('runs an approved call once', async () => {
    const project = shop()
    const { code, stdout } = await call(project, ['issue_refund', '--args', ORDER, '--approve'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ refunded: 'A-1001' })
    expect(project.read('refunds.txt').split('\n')).toHaveLength(2)
  })

  it('takes tenant, environment and identity from flags', async () => {
    const project = shop()
    const who = ['--tenant', 'acme', '--environment', 'development', '--user', 'u7']
    expect((await call(project, ['issue_refund', '--args', ORDER, ...who])).code).toBe(0)
    expect(project.read('refunds.txt')).toBe('A-1001  acme development u7\n')
  })

  it('takes the environment from LOOPENGINE_ENV, and production without it', async () => {
    const env = { LOOPENGINE_ENV: 'development' }
    expect((await call(shop(), ['issue_refund', '--args', ORDER], { env })).code).toBe(0)
    expect((await call(shop({ '.env': 'LOOPENGINE_ENV=development' }), ['issue_refund', '--args', ORDER])).code).toBe(0)
  })
})

describe('the arguments of call', () => {
  it('come from stdin with -', async () => {
    const { code, stdout } = await call(shop(), ['lookup_order', '--args', '-'], { input: ORDER })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).orderId).toBe('A-1001')
  })

  it.each([
    ['broken JSON', '{"orderId":'],
    ['a list', '[1]'],
    ['a text', 'A-1001'],
    ['nothing', ''],
  ])('are refused with exit 2 when they are %s', async (_what, text) => {
    const { code, stdout, stderr } = await call(shop(), ['lookup_order', '--args', text])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Expected `--args` to be a JSON object')
  })

  it('are refused from stdin when they are binary', async () => {
    const { code, stderr } = await call(shop(), ['lookup_order', '--args', '-'], { input: 'a\0b' })
    expect(code).toBe(2)
    expect(stderr).toContain('Standard input (the arguments) is not text.')
  })
})

describe('call names', () => {
  it('the nearest tool and the list', async () => {
    const { code, stderr } = await call(shop(), ['lookup_ordr'])
    expect(code).toBe(2)
    expect(stderr).toContain('Agent `shop` has no tool `lookup_ordr`.')
    expect(stderr).toContain('Did you mean `lookup_order`?')
    expect(stderr).toContain('system_ask_user')
  })

  it('no property that every object has', async () => {
    expect((await call(shop(), ['constructor'])).code).toBe(2)
  })
})

describe('call --json', () => {
  it('prints start and end, with the outcome in full', async () => {
    const { stdout } = await call(shop(), ['lookup_order', '--args', ORDER, '--json'])
    expect(events(stdout)).toEqual([
      { type: 'call_start', call: { id: 'call_1', name: 'lookup_order', input: { orderId: 'A-1001' } }, lane: 0 },
      {
        type: 'call_end',
        outcome: {
          call: { id: 'call_1', name: 'lookup_order', input: { orderId: 'A-1001' } },
          kind: 'ok',
          value: { orderId: 'A-1001', status: 'shipped', total: 80 },
          ms: expect.any(Number),
        },
      },
    ])
  })

  it.each([
    ['failed', ['break_shelf'], 1, { error: { code: 'tool_error' } }],
    ['denied', ['issue_refund', '--args', ORDER], 3, { reason: 'approval_required' }],
    ['denied', ['delete_account', '--args', '{"customer":"b"}'], 4, {}],
  ])('ends with an outcome that is %s', async (kind, args, code, parts) => {
    const result = await call(shop(), [...args, '--json'])
    expect(result).toMatchObject({ code, stderr: '' })
    expect(events(result.stdout).at(-1)).toMatchObject({ type: 'call_end', outcome: { kind, ...parts } })
  })
})

describe('the variables of call', () => {
  it('are those of --set', async () => {
    const args = ['read_variables', '--set', 'order.id=A-1', '--set', 'order.items=[1,2]', '--set', 'note=two words']
    expect(JSON.parse((await call(shop(), args)).stdout)).toEqual({
      order: { id: 'A-1', items: [1, 2] },
      note: 'two words',
    })
  })

  it('are those of --session too, which keeps what --set adds', async () => {
    const project = shop()
    const run = ['run', 'shop', 'hello', '--model', 'offline', '--session', 's1', '--set', 'customer.id=7']
    expect((await cli(run, { cwd: project.root })).code).toBe(0)
    const args = ['read_variables', '--session', 's1']
    const set = await call(project, [...args, '--set', 'customer.name=Ann'])
    expect(JSON.parse(set.stdout)).toEqual({ customer: { id: 7, name: 'Ann' } })
    expect(JSON.parse((await call(project, args)).stdout)).toEqual({ customer: { id: 7, name: 'Ann' } })
  })

  it('need a session that exists, of this agent', async () => {
    const project = shop({ 'agents/other/index.ts': `export const config = { name: 'other', systemPrompt: '' }` })
    const { code, stderr } = await call(project, ['read_variables', '--session', 'nowhere'])
    expect(code).toBe(2)
    expect(stderr).toContain('There is no session `nowhere`.')
    await cli(['run', 'other', 'hi', '--model', 'offline', '--session', 'theirs'], { cwd: project.root })
    expect((await call(project, ['read_variables', '--session', 'theirs'])).stderr).toContain(
      'belongs to agent `other`',
    )
  })
})
