import { describe, expect, it } from 'vitest'
import { type CliOptions, cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'

const ORDER = '{"orderId":"A-1001"}'

function call(root: string, args: string[], options: CliOptions = {}) {
  return cli(['call', ...args], { cwd: root, ...options })
}

describe('call --explain', () => {
  it('tells arguments, decision and stages, and runs nothing', async () => {
    const project = shop()
    const { code, stdout } = await call(project.root, ['shop', 'issue_refund', '--args', ORDER, '--explain'])
    expect(code).toBe(3)
    expect(stdout).toContain('issue_refund of shop')
    expect(stdout).toMatch(/Arguments\n {2}orderId {2}"A-1001" {2}given/)
    expect(stdout).toMatch(/Decision\n {2}ask by `[^`]+` \(agents\/shop\/actauth\.yml:\d+\)/)
    expect(stdout).toContain('Stages\n  prepare: arguments\n  gate\n  execute: attempt\n')
    expect(stdout).toContain('Nothing was sent.')
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('is one object with --json', async () => {
    const { code, stdout } = await call(shop().root, ['shop', 'lookup_order', '--args', ORDER, '--explain', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'call_explanation',
      agent: 'shop',
      tool: 'lookup_order',
      arguments: [{ name: 'orderId', value: 'A-1001', source: 'given' }],
      decision: { decision: 'allow', rule: { file: 'agents/shop/actauth.yml' } },
    })
  })

  it('ends with 1 when the arguments do not fit, and says what ends the call', async () => {
    const { code, stdout } = await call(shop().root, ['shop', 'lookup_order', '--args', '{"orderId":5}', '--explain'])
    expect(code).toBe(1)
    expect(stdout).toContain('It ends before the gate.')
    expect(stdout).toContain('orderId')
  })

  it('ends with 4 when a rule denies', async () => {
    const args = ['shop', 'delete_account', '--args', '{"customer":"bob"}', '--explain']
    const { code, stdout } = await call(shop().root, args)
    expect(code).toBe(4)
    expect(stdout).toMatch(/Decision\n {2}deny\n {2}No rule decides .*\(agents\/shop\/actauth\.yml:1\)/)
  })
})

describe('call --from', () => {
  async function recorded() {
    const project = shop()
    const args = ['run', 'shop', 'Where is order A-1001?', '--model', 'offline', '--session', 's1']
    expect((await cli([...args, '--set', 'city=Bonn'], { cwd: project.root })).code).toBe(0)
    return project
  }

  it('repeats a call of a session by its number, with its arguments', async () => {
    const { root } = await recorded()
    const { code, stdout, stderr } = await call(root, ['--from', 's1#1'])
    expect(code).toBe(0)
    expect(stdout).toContain('A-1001')
    expect(stderr).toContain('(orderId: "A-1001")')
  })

  it('takes other arguments for the same tool', async () => {
    const { root } = await recorded()
    expect((await call(root, ['--from', 's1#1', '--args', '{"orderId":"A-1002"}'])).stdout).toContain('A-1002')
  })

  it('asks the rules anew', async () => {
    const project = await recorded()
    const rules = project.read('agents/shop/actauth.yml')
    project.write('agents/shop/actauth.yml', rules.replaceAll('decision: allow', 'decision: deny'))
    expect((await call(project.root, ['--from', 's1#1'])).code).toBe(4)
  })

  it('writes nothing into the session', async () => {
    const project = await recorded()
    const before = project.read('.loopengine/sessions/s1.jsonl')
    await call(project.root, ['--from', 's1#1'])
    expect(project.read('.loopengine/sessions/s1.jsonl')).toBe(before)
  })

  for (const [what, args, said] of [
    ['a call that is not there', ['--from', 's1#9'], 'Its calls: 1 '],
    ['a reference without a call', ['--from', 's1'], 'Expected `--from SESSION#CALL`'],
    ['another tool', ['shop', 'print_label', '--from', 's1#1'], 'but the recorded call is one of'],
    ['an unknown session', ['--from', 's2#1'], 's2'],
    ['neither a tool nor a reference', ['shop'], 'The argument `TOOL` is missing.'],
  ] as const) {
    it(`refuses ${what}, with exit code 2`, async () => {
      const { root } = await recorded()
      const { code, stderr } = await call(root, [...args])
      expect(code).toBe(2)
      expect(stderr).toContain(said)
    })
  }
})

describe('call --repeat', () => {
  it('calls in one process and sums the outcomes up', async () => {
    const args = ['shop', 'lookup_order', '--args', ORDER, '--repeat', '6', '--concurrency', '3']
    const { code, stdout, stderr } = await call(shop().root, args)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^6 calls: 6 ok\. Fastest \d+ ms, half within \d+ ms, slowest \d+ ms\.\n$/)
    expect(stderr).toBe('')
  })

  it('counts the codes of failures, and ends with 1', async () => {
    const args = ['shop', 'lookup_order', '--args', '{"orderId":5}', '--repeat', '3', '--json']
    const { code, stdout } = await call(shop().root, args)
    expect(code).toBe(1)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({
      type: 'repeat_end',
      calls: 3,
      outcomes: { ok: 0, failed: 3 },
      codes: { validation_error: 3 },
    })
    expect(lines.filter(({ type }) => type === 'call_end').map(({ outcome }) => outcome.call.id)).toEqual([
      'call_1',
      'call_2',
      'call_3',
    ])
  })

  it('ends with 4 when a rule denies', async () => {
    const args = ['shop', 'delete_account', '--args', '{"customer":"bob"}', '--repeat', '2']
    expect((await call(shop().root, args)).code).toBe(4)
  })
})

describe('call of an agent as a tool', () => {
  const CHILD = `export const config = { name: 'desk', systemPrompt: 'You look orders up.', toolDescription: 'Looks orders up.' }\n`
  const TOOLS = (name: string): string =>
    `export const tools = [{ name: '${name}', description: 'Look up an order by its id.', safe: true, input_schema: { type: 'object', properties: { orderId: { type: 'string', examples: ['A-1001'] } }, required: ['orderId'] }, execute: ({ orderId }) => ({ orderId, status: 'shipped' }) }]\n`

  function withChild(decision: string) {
    const project = shop()
    project.write('agents/shop/subagents/desk/index.ts', CHILD)
    project.write('agents/shop/subagents/desk/tools/index.ts', TOOLS('lookup_order'))
    project.write('agents/shop/subagents/desk/actauth.yml', `default_decision: ${decision}\n`)
    project.write('agents/shop/actauth.yml', 'default_decision: allow\n')
    return project
  }
  const request = ['shop', 'desk', '--args', '{"request":"Where is order A-1001?"}', '--model', 'offline']

  it('runs the agent and prints its answer', async () => {
    const { code, stdout } = await call(withChild('allow').root, request)
    expect(code).toBe(0)
    expect(stdout).toContain('shipped')
  })

  it('needs a model for it', async () => {
    const { code, stderr } = await call(withChild('allow').root, request.slice(0, 4))
    expect(code).toBe(1)
    expect(stderr).toContain('LOOPENGINE_MODEL')
  })

  it('ends with 3 when the agent would have to ask, and parks nothing', async () => {
    const { root } = withChild('ask')
    expect((await call(root, request)).code).toBe(3)
    expect((await cli(['approvals', 'list'], { cwd: root })).stdout).toBe('Nothing waits for you.\n')
    expect((await cli(['sessions', 'list'], { cwd: root })).stdout).not.toContain('desk')
  })
})

describe('call --verbose', () => {
  it('shows what the stages did, on stderr', async () => {
    const project = shop()
    project.write(
      'agents/shop/tools/index.ts',
      `export const tools = [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' }, execute: (input, context) => { context.emit({ type: 'trace', stage: 'cache', message: 'Nothing kept.' }); return 1 } }]\n`,
    )
    project.write('agents/shop/actauth.yml', 'default_decision: allow\n')
    const quiet = await call(project.root, ['shop', 'look'])
    const loud = await call(project.root, ['shop', 'look', '--verbose'])
    expect(quiet.stderr).not.toContain('cache')
    expect(loud.stderr).toContain('    cache: Nothing kept.\n')
    expect(loud.stdout).toBe('1\n')
  })
})
