import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { lastTold, modelServer } from '../helpers/model-server.ts'
import type { TestProject } from '../helpers/project.ts'
import { shop } from '../helpers/shop.ts'

const SCRIPT: Record<string, [string, object][]> = {
  refund: [['issue_refund', { orderId: 'A-1001', amount: 80 }]],
  'refund twice': [
    ['issue_refund', { orderId: 'A-1001', amount: 80 }],
    ['lookup_order', { orderId: 'A-1002' }],
    ['issue_refund', { orderId: 'A-1002', amount: 25 }],
  ],
  wrap: [['wrap_gift', { orderId: 'A-1001' }]],
}

const server = await modelServer((messages, round) => {
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const calls = SCRIPT[said]
  return round === 0 && calls ? { calls } : `I was told: ${lastTold(messages)}`
})
const { env } = server

/** Runs a message that parks its turn in session `s1`. */
async function park(text: string, ...flags: string[]): Promise<TestProject> {
  const project = shop()
  const { code } = await cli(['run', 'shop', text, '--session', 's1', ...flags], { cwd: project.root, env })
  expect(code).toBe(3)
  return project
}

function approvals({ root }: TestProject, args: string[], extra: Record<string, string> = {}) {
  return cli(['approvals', ...args], { cwd: root, env: { LOOPENGINE_BASE_URL: server.url, ...extra } })
}

describe('approvals list', () => {
  it('shows each request whole, with the commands that answer it', async () => {
    const project = await park('refund twice')
    const { code, stdout } = await approvals(project, ['list'])
    expect(code).toBe(0)
    for (const part of ['s1.1', 'orderId: "A-1001"', 'amount: 80', 's1.2', 'orderId: "A-1002"', 'amount: 25']) {
      expect(stdout).toContain(part)
    }
    expect(stdout).toContain('loopengine approvals deny s1.2 --reason "…"')
  })

  it('has a JSON form', async () => {
    const project = await park('wrap')
    const { stdout } = await approvals(project, ['list', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      pending: [
        {
          sessionId: 's1',
          agent: 'shop',
          id: 's1.1',
          kind: 'question',
          callId: expect.any(String),
          question: { text: 'Which colour?', choices: ['red', 'green'] },
        },
      ],
    })
  })

  it('says that nothing waits', async () => {
    expect((await approvals(shop(), ['list'])).stdout).toBe('Nothing waits for you.\n')
  })
})

describe('approvals approve', () => {
  it('lets the call run and the turn go on, in another process', async () => {
    const project = await park('refund')
    const { code, stdout, stderr } = await approvals(project, ['approve', 's1.1'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I was told: {"refunded":"A-1001","amount":80}\n' })
    expect(stderr).toContain('✓ issue_refund(orderId: "A-1001", amount: 80)')
    expect((await approvals(project, ['list'])).stdout).toBe('Nothing waits for you.\n')
  })

  it('is used once', async () => {
    const project = await park('refund')
    await approvals(project, ['approve', 's1.1'])
    for (const again of [
      ['approve', 's1.1'],
      ['deny', 's1.1'],
    ]) {
      const { code, stderr } = await approvals(project, again)
      expect(code).toBe(2)
      expect(stderr).toContain('`s1.1` does not wait in session s1')
    }
    expect(project.read('refunds.txt').trimEnd().split('\n')).toHaveLength(1)
  })

  it('is used once when two answer at the same time', async () => {
    const project = await park('refund')
    const answers = await Promise.all([
      approvals(project, ['approve', 's1.1']),
      approvals(project, ['approve', 's1.1']),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(project.read('refunds.txt').trimEnd().split('\n')).toHaveLength(1)
  })

  it('goes on with scope, identity and model of the turn, whatever the second shell is set to', async () => {
    const who = ['--tenant', 'acme', '--environment', 'staging', '--user', 'u7', '--claims', '{"role":"agent"}']
    const project = await park('refund', ...who)
    const other = { LOOPENGINE_ENV: 'development', LOOPENGINE_MODEL: 'offline' }
    const { code, stdout } = await approvals(project, ['approve', 's1.1'], other)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I was told: {"refunded":"A-1001","amount":80}\n' })
    expect(project.read('refunds.txt')).toBe('A-1001 80 acme staging u7\n')
  })

  it('runs it with other arguments, checked like any', async () => {
    const project = await park('refund')
    const { code, stdout } = await approvals(project, ['approve', 's1.1', '--args', '{"orderId":"A-1001","amount":40}'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I was told: {"refunded":"A-1001","amount":40}\n' })
  })

  it('runs nothing when the other arguments do not fit', async () => {
    const project = await park('refund')
    const { stdout } = await approvals(project, ['approve', 's1.1', '--args', '{"orderId":"A-1001","amount":"all"}'])
    expect(stdout).toContain('- amount: expected number')
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('refuses other arguments that are no object, and the request still waits', async () => {
    const project = await park('refund')
    expect((await approvals(project, ['approve', 's1.1', '--args', '[]'])).code).toBe(2)
    expect((await approvals(project, ['list'])).stdout).toContain('s1.1')
  })

  it('asks no more in this session with --session', async () => {
    const project = await park('refund')
    await approvals(project, ['approve', 's1.1', '--session'])
    const { code } = await cli(['run', 'shop', 'refund', '--session', 's1'], { cwd: project.root, env })
    expect(code).toBe(0)
    expect(project.read('refunds.txt').trimEnd().split('\n')).toHaveLength(2)
  })

  it('waits for every request of a batch, then runs them in their order', async () => {
    const project = await park('refund twice')
    const first = await approvals(project, ['approve', 's1.2'])
    expect({ code: first.code, stdout: first.stdout }).toEqual({ code: 3, stdout: '' })
    expect(first.stderr).toContain('loopengine approvals approve s1.1')
    expect(first.stderr).not.toContain('approvals approve s1.2')
    expect(project.exists('refunds.txt')).toBe(false)
    const second = await approvals(project, ['approve', 's1.1'])
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('{"refunded":"A-1002","amount":25}') })
    expect(project.read('refunds.txt')).toBe('A-1001 80 default production \nA-1002 25 default production \n')
  })

  it('streams events with --json', async () => {
    const project = await park('refund')
    const { code, stdout, stderr } = await approvals(project, ['approve', 's1.1', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const events = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(events.at(-1)).toMatchObject({ type: 'turn_end', stopReason: 'end_turn', sessionId: 's1' })
  })
})

describe('approvals deny', () => {
  it('tells the model the reason, and the turn goes on', async () => {
    const project = await park('refund')
    const { code, stdout } = await approvals(project, ['deny', 's1.1', '--reason', 'ask for a photo first'])
    expect(code).toBe(0)
    expect(stdout).toContain('ask for a photo first')
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('ends the turn with --stop: exit 1', async () => {
    const project = await park('refund twice')
    await approvals(project, ['approve', 's1.2'])
    const { code, stdout } = await approvals(project, ['deny', 's1.1', '--stop'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(project.exists('refunds.txt')).toBe(false)
    expect((await cli(['run', 'shop', 'hello', '--session', 's1'], { cwd: project.root, env })).code).toBe(0)
  })
})

describe('approvals answer', () => {
  it('gives the tool its answer', async () => {
    const project = await park('wrap')
    const { code, stdout } = await approvals(project, ['answer', 's1.1', 'the blue one'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I was told: {"orderId":"A-1001","colour":"the blue one"}\n' })
  })

  it.each([
    ['wrap', ['approve', 's1.1'], '`s1.1` is a question.'],
    ['refund', ['answer', 's1.1', 'yes'], '`s1.1` is an approval.'],
  ])('is not for the other kind (%s)', async (text, args, message) => {
    const { code, stderr } = await approvals(await park(text), args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('an id that does not wait', () => {
  it.each([
    ['of no session', 's9.1', 'There is no session `s9`.'],
    ['without a number', 'nonsense', '`nonsense` is no id of an approval or a question.'],
    ['never asked', 's1.7', 'Waiting here: s1.1.'],
  ])('is refused: %s', async (_what, id, message) => {
    const project = await park('refund')
    const { code, stderr } = await approvals(project, ['approve', id])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
