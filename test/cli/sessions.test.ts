import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import type { TestProject } from '../helpers/project.ts'
import { shop } from '../helpers/shop.ts'

/** Runs messages on the offline model, each in the session it names. */
async function conversations(project: TestProject, said: [session: string, text: string][]): Promise<void> {
  for (const [session, text] of said) {
    await cli(['run', 'shop', text, '--model', 'offline', '--session', session], { cwd: project.root })
  }
}

function sessions(project: TestProject, args: string[], env: Record<string, string> = {}) {
  return cli(['sessions', ...args], { cwd: project.root, env })
}

describe('sessions', () => {
  const project = shop()

  beforeAll(async () => {
    await conversations(project, [
      ['first', 'Where is order A-1001?'],
      ['second', 'Refund A-1002'],
    ])
  })

  it('are listed with the last changed first, and what waits', async () => {
    const { code, stdout } = await sessions(project, ['list'])
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^second {2}shop {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}1 message {3}waits for 1 {2}Refund A-1002$/,
      ),
      expect.stringMatching(/^first {3}shop {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}1 message {3}Where is order A-1001\?$/),
    ])
  })

  it('have a JSON form', async () => {
    const { stdout } = await sessions(project, ['list', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: [
        { id: 'second', pending: 1 },
        { id: 'first', agent: 'shop', messages: 1, pending: 0 },
      ],
      unreadable: [],
    })
  })

  it('are shown with calls, results and answers', async () => {
    const { code, stdout } = await sessions(project, ['show', 'first'])
    expect(code).toBe(0)
    expect(stdout).toContain('› Where is order A-1001?')
    expect(stdout).toContain('  → lookup_order(orderId: "A-1001")')
    expect(stdout).toContain('    lookup_order ok: {"orderId":"A-1001","status":"shipped","total":80}')
  })

  it('are shown with what waits and how to answer it', async () => {
    const { stdout } = await sessions(project, ['show', 'second'])
    expect(stdout).toContain('! issue_refund needs your approval')
    expect(stdout).toContain('loopengine approvals approve second.1')
  })

  it('are exported byte for byte', async () => {
    const { code, stdout } = await sessions(project, ['export', 'first'])
    expect(code).toBe(0)
    expect(stdout).toBe(project.read('.loopengine/sessions/first.jsonl'))
  })

  it('are only readable by their owner', () => {
    expect(statSync(project.path('.loopengine/sessions/first.jsonl')).mode & 0o777).toBe(0o600)
  })

  it('name the nearest id when there is none of that name', async () => {
    for (const command of ['show', 'export', 'delete']) {
      const { code, stderr } = await sessions(project, [command, 'frist'])
      expect(code).toBe(2)
      expect(stderr).toContain('There is no session `frist`.')
      expect(stderr).toContain('Did you mean `first`?')
    }
  })

  it('are found where .env puts them', async () => {
    const elsewhere = shop({ '.env': 'LOOPENGINE_STATE_DIR=kept\n' })
    await conversations(elsewhere, [['here', 'Where is A-1001?']])
    expect(elsewhere.exists('kept/sessions/here.jsonl')).toBe(true)
    expect((await sessions(elsewhere, ['list'])).stdout).toMatch(/^here /)
  })
})

describe('sessions delete', () => {
  it('removes the file for good', async () => {
    const project = shop()
    await conversations(project, [['old', 'Where is A-1001?']])
    expect(await sessions(project, ['delete', 'old'])).toMatchObject({ code: 0, stdout: 'Session old is deleted.\n' })
    expect(project.files().filter(file => file.startsWith('.loopengine/sessions'))).toEqual([])
    expect((await sessions(project, ['list'])).stdout).toBe('There are no sessions yet.\n')
  })
})

describe('a session that is not whole', () => {
  it('is taken up without the line that was cut off', async () => {
    const project = shop()
    await conversations(project, [['torn', 'Where is A-1001?']])
    appendFileSync(project.path('.loopengine/sessions/torn.jsonl'), '{"seq":9,"at":"2026-1')
    expect((await sessions(project, ['show', 'torn'])).code).toBe(0)
    await conversations(project, [['torn', 'And A-1002?']])
    const { messages } = JSON.parse((await sessions(project, ['show', 'torn', '--json'])).stdout)
    expect(messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(2)
  })

  it('is named with its line when it was changed, and harms no other', async () => {
    const project = shop()
    await conversations(project, [
      ['good', 'Where is A-1001?'],
      ['bad', 'Where is A-1001?'],
    ])
    const file = project.path('.loopengine/sessions/bad.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Where is', 'Where was'))
    const { code, stdout, stderr } = await sessions(project, ['list'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^good /)
    expect(stderr).toMatch(/! \.loopengine\/sessions\/bad\.jsonl:\d+ was changed or damaged/)
    expect((await sessions(project, ['show', 'bad'])).code).toBe(1)
  })
})
