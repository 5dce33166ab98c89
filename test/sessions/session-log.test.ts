import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoopengineError } from '../../src/core/errors.ts'
import type { SessionLog } from '../../src/sessions/session-log.ts'
import { SessionStore } from '../../src/sessions/session-store.ts'
import { canMount, smallDisk, unmountAfterEach } from '../helpers/mount.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { PROPERTY_RUNS } from '../helpers/property-runs.ts'
import { anyEntry, asks, call, ended, rawLine, says, started } from '../helpers/session-builder.ts'

const FILE = '.loopengine/sessions/s.jsonl'

function storeIn(here: TestProject): SessionStore {
  return new SessionStore(here.root, {})
}

async function written(here: TestProject, ...entries: Parameters<SessionLog['append']>[0][]): Promise<void> {
  const log = await storeIn(here).open('s')
  await log.begin('tester', '0.1.0')
  for (const entry of entries) await log.append(entry)
  await log.close()
}

async function failure(doing: Promise<unknown>): Promise<LoopengineError> {
  return doing.then(
    () => {
      throw new Error('It did not fail.')
    },
    error => error,
  )
}

describe('a session', () => {
  it('leaves no file as long as nothing is written', async () => {
    const here = project()
    const log = await storeIn(here).open('s')
    await log.close()
    expect(here.files()).toEqual([])
    expect(await storeIn(here).list()).toEqual({ sessions: [], unreadable: [] })
  })

  it('begins with its version, its agent and ours', async () => {
    const here = project()
    await written(here)
    expect(JSON.parse(here.read(FILE))).toMatchObject({
      seq: 0,
      type: 'session',
      v: 1,
      agent: 'tester',
      loopengine: '0.1.0',
    })
  })

  it('is for nobody else to read', async () => {
    const here = project()
    await written(here)
    expect(statSync(here.path(FILE)).mode & 0o777).toBe(0o600)
    expect(statSync(here.path('.loopengine/sessions')).mode & 0o777).toBe(0o700)
  })

  it('numbers its lines, one a write, in the order they were given', async () => {
    const here = project()
    const log = await storeIn(here).open('s')
    await Promise.all([log.begin('a', '1'), ...Array.from({ length: 20 }, (_, n) => log.append(says('user', `${n}`)))])
    await log.close()
    const lines = here
      .read(FILE)
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, n) => n))
    expect(lines.slice(1).map(({ message }) => message.text)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`))
  })

  it('comes back with the state it had', async () => {
    const here = project()
    let number = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyEntry(), { maxLength: 8 }), async entries => {
        const log = await storeIn(here).open(`s${number++}`)
        await log.begin('tester', '0.1.0')
        for (const entry of entries) await log.append(entry)
        const before = structuredClone(log.state)
        const read = await storeIn(here).read(log.id)
        await log.close()
        expect(JSON.parse(JSON.stringify(read.state))).toEqual(JSON.parse(JSON.stringify(before)))
      }),
      { numRuns: PROPERTY_RUNS / 10 },
    )
  })

  it('goes on where it stopped', async () => {
    const here = project()
    await written(here, says('user', 'one'))
    await written(here, says('user', 'two'))
    expect(here.read(FILE).trimEnd().split('\n')).toHaveLength(3)
    expect((await storeIn(here).read('s')).state.messages).toMatchObject([{ text: 'one' }, { text: 'two' }])
  })
})

describe('one writer', () => {
  it('has the session: a second one is told who, with exit code 75', async () => {
    const here = project()
    const first = await storeIn(here).open('s')
    const error = await failure(storeIn(here).open('s'))
    await first.close()
    expect(error).toMatchObject({ code: 'locked', exitCode: 75 })
    expect(error.message).toContain(`process ${process.pid}`)
    expect(error.message).toContain('Session s is in use.')
  })

  it('gives it back when it closes', async () => {
    const here = project()
    await (await storeIn(here).open('s')).close()
    await (await storeIn(here).open('s')).close()
  })

  it('gives it back when opening fails', async () => {
    const here = project({ [FILE]: 'no log\n' })
    await failure(storeIn(here).open('s'))
    expect(await failure(storeIn(here).open('s'))).toMatchObject({ code: 'session_damaged' })
  })

  it('does not keep readers out', async () => {
    const here = project()
    const log = await storeIn(here).open('s')
    await log.begin('tester', '1')
    expect((await storeIn(here).read('s')).state.agent).toBe('tester')
    await log.close()
  })
})

describe('a last line that was cut off', () => {
  it('is dropped, and the next one takes its place', async () => {
    const here = project()
    await written(here, says('user', 'kept'), says('user', 'cut'))
    truncateSync(here.path(FILE), here.read(FILE).length - 10)
    const log = await storeIn(here).open('s')
    expect([log.repaired, log.state.messages.length]).toEqual([true, 1])
    await log.append(says('user', 'new'))
    await log.close()
    expect((await storeIn(here).read('s')).state.messages).toMatchObject([{ text: 'kept' }, { text: 'new' }])
  })

  it('that misses nothing but its line feed is kept', async () => {
    const here = project()
    await written(here, says('user', 'kept'))
    truncateSync(here.path(FILE), here.read(FILE).length - 1)
    expect((await storeIn(here).read('s')).state.messages).toHaveLength(1)
    await written(here, says('user', 'next'))
    expect((await storeIn(here).read('s')).state.messages).toMatchObject([{ text: 'kept' }, { text: 'next' }])
  })

  it('is left alone by a reader', async () => {
    const here = project()
    await written(here, says('user', 'kept'))
    appendFileSync(here.path(FILE), '{"seq":2,"half')
    const before = here.read(FILE)
    expect((await storeIn(here).read('s')).state.messages).toHaveLength(1)
    expect(here.read(FILE)).toBe(before)
  })

  it('of zero bytes, as some file systems leave after a power cut, is dropped', async () => {
    const here = project()
    await written(here, says('user', 'kept'))
    appendFileSync(here.path(FILE), Buffer.alloc(4096))
    expect((await storeIn(here).read('s')).state.messages).toHaveLength(1)
  })
})

describe('damage', () => {
  const longLog = async (here: TestProject): Promise<Buffer> => {
    await written(
      here,
      ...Array.from({ length: 8 }, (_, n) => [
        says('user', `Question ${n}?`),
        asks(call(`c${n}`)),
        started(`c${n}`),
        ended(`c${n}`),
        says('assistant', `Answer ${n}.`),
      ]).flat(),
    )
    return readFileSync(here.path(FILE))
  }

  it('in the middle is found, with its line, and the file is left as it is', async () => {
    const here = project()
    await written(here, says('user', 'pay 10'), says('user', 'bye'))
    here.write(FILE, here.read(FILE).replace('pay 10', 'pay 99'))
    const damaged = here.read(FILE)
    const error = await failure(storeIn(here).open('s'))
    expect(error).toMatchObject({ code: 'session_damaged', file: FILE, line: 2 })
    expect(error.message).toBe(`${FILE}:2 was changed or damaged after it was written.`)
    expect(here.read(FILE)).toBe(damaged)
  })

  it('that takes a line out, swaps two, or writes one twice is found', async () => {
    const here = project()
    await written(here, says('user', 'a'), says('user', 'b'), says('user', 'c'))
    const [first, a, b, c] = here.read(FILE).trimEnd().split('\n')
    for (const lines of [
      [first, b, c],
      [first, b, a, c],
      [first, a, a, b, c],
      [a, b, c],
    ]) {
      here.write(FILE, `${lines.join('\n')}\n`)
      expect(await failure(storeIn(here).read('s'))).toMatchObject({ code: 'session_damaged' })
    }
  })

  it('of any 64th byte is found or harmless, and other sessions are unharmed', async () => {
    const here = project()
    const good = await longLog(here)
    const whole = (await storeIn(here).read('s')).state
    writeFileSync(here.path('.loopengine/sessions/other.jsonl'), good)
    for (let at = 0; at < good.length; at += 64) {
      const flipped = Buffer.from(good)
      flipped[at] = (flipped[at] ?? 0) ^ 0x41
      writeFileSync(here.path(FILE), flipped)
      const error = await storeIn(here)
        .read('s')
        .then(
          ({ state }) => state,
          failed => failed.code,
        )
      if (error !== 'session_damaged') expect(error).toEqual(whole)
      expect((await storeIn(here).read('other')).state).toEqual(whole)
    }
  })

  it('by a cut at any 64th byte leaves the lines before it', async () => {
    const here = project()
    const good = await longLog(here)
    const texts = good.toString('utf8').split('\n')
    for (let length = good.length; length >= 0; length -= 64) {
      writeFileSync(here.path(FILE), good.subarray(0, length))
      const { state } = await storeIn(here).read('s')
      const kept = good.subarray(0, length).toString('utf8')
      const wholeLines = texts.filter(
        (text, index) => text !== '' && kept.startsWith(texts.slice(0, index + 1).join('\n')),
      )
      expect(state.lines).toBe(wholeLines.length)
    }
  })

  it('in one session does not keep the others from being listed', async () => {
    const here = project()
    await written(here, says('user', 'a'))
    here.write('.loopengine/sessions/bad.jsonl', 'x\n')
    const { sessions, unreadable } = await storeIn(here).list()
    expect(sessions.map(({ id }) => id)).toEqual(['s'])
    expect(unreadable).toEqual([{ id: 'bad', problem: expect.stringContaining('bad.jsonl:1 was changed or damaged') }])
  })
})

describe('a later version', () => {
  const at = '2026-11-30T10:15:00.000Z'

  it('of the log is refused, naming it and the loopengine that reads it', async () => {
    const here = project({
      [FILE]: rawLine({ seq: 0, at, turn: 0, type: 'session', v: 2, agent: 'a', loopengine: '9.1.0' }),
    })
    const error = await failure(storeIn(here).open('s'))
    expect(error).toMatchObject({ code: 'session_too_new', hint: 'Use loopengine 9.1.0 or newer.' })
    expect(error.message).toBe(`${FILE} is a session log of version 2; this loopengine reads up to 1.`)
  })

  it('may have added types of lines: they stay in the file and are passed over', async () => {
    const here = project({
      [FILE]: [
        rawLine({ seq: 0, at, turn: 0, type: 'session', v: 1, agent: 'tester', loopengine: '0.9.0' }),
        rawLine({ seq: 1, at, turn: 1, type: 'thought', deep: true }),
      ].join(''),
    })
    await written(here, says('user', 'hello'))
    expect(here.read(FILE)).toContain('"type":"thought","deep":true')
    expect((await storeIn(here).read('s')).state).toMatchObject({ lines: 3, messages: [{ text: 'hello' }] })
  })
})

describe.skipIf(!canMount())('a full disk', () => {
  unmountAfterEach()

  it('is one clear error; the log stays whole and takes the next line once there is room', async () => {
    const tiny = project().root
    smallDisk(tiny, '128k')
    const store = new SessionStore(tiny, {})
    const log = await store.open('s')
    await log.begin('tester', '1')
    await log.append(says('user', 'kept'))
    const filler = join(tiny, 'filler')
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=1k count=400 2>/dev/null || true`])
    truncateSync(filler, statSync(filler).size - 4096)
    const error = await failure(log.append(says('user', 'x'.repeat(20_000))))
    expect(error).toMatchObject({ code: 'session_unwritable', exitCode: 1 })
    expect(error.message).toBe("The session's log .loopengine/sessions/s.jsonl could not be kept: the disk is full.")
    expect((await store.read('s')).state.lines).toBe(2)
    execFileSync('rm', [filler])
    await log.append(says('user', 'after'))
    await log.close()
    expect((await store.read('s')).state.messages).toMatchObject([{ text: 'kept' }, { text: 'after' }])
  })
})

describe.skipIf(process.getuid?.() !== 0)('a folder that may not be written', () => {
  it('is one clear error that names the way out', async () => {
    const here = project({ 'a.txt': '' })
    chmodSync(here.root, 0o755)
    const error = await asNobody(() => failure(storeIn(here).open('s')))
    expect(error.code).toBe('session_unwritable')
    expect(error.message).toContain('EACCES')
    expect(error.hint).toContain('LOOPENGINE_STATE_DIR')
    expect(here.files()).toEqual(['a.txt'])
  })

  it('is an error of the lock when only the folder of the sessions is closed', async () => {
    const here = project()
    await written(here, says('user', 'a'))
    for (const folder of ['', '.loopengine', '.loopengine/sessions']) chmodSync(join(here.root, folder), 0o755)
    chmodSync(here.path(FILE), 0o644)
    const error = await asNobody(() => failure(storeIn(here).open('s')))
    expect(error.message).toContain('permission denied (EACCES)')
    expect((await storeIn(here).read('s')).state.messages).toHaveLength(1)
  })

  it('still lets a session be read', async () => {
    const here = project()
    await written(here, says('user', 'a'))
    for (const folder of ['', '.loopengine', '.loopengine/sessions']) chmodSync(join(here.root, folder), 0o755)
    expect(await asNobody(() => failure(storeIn(here).read('s')))).toMatchObject({ code: 'file_failed' })
    chmodSync(here.path(FILE), 0o644)
    expect((await asNobody(() => storeIn(here).read('s'))).state.messages).toHaveLength(1)
  })
})

/** Runs something as a user who owns nothing here. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  process.setegid?.(65534)
  process.seteuid?.(65534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}
