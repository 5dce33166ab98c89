import { describe, expect, it } from 'vitest'
import { SessionStore } from '../../src/sessions/session-store.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { says } from '../helpers/session-builder.ts'

async function write(store: SessionStore, id: string, text = 'hello'): Promise<void> {
  const log = await store.open(id)
  await log.begin('tester', '1')
  await log.append(says('user', text))
  await log.close()
}

function storeIn(here: TestProject, env: NodeJS.ProcessEnv = {}): SessionStore {
  return new SessionStore(here.root, env)
}

describe('the sessions of a project', () => {
  it('are listed with the last changed first', async () => {
    const store = storeIn(project())
    for (const id of ['one', 'two', 'three']) await write(store, id)
    await new Promise(resolve => setTimeout(resolve, 5))
    await write(store, 'one', 'again')
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['one', 'three', 'two'])
  })

  it('are told apart from everything else in their folder', async () => {
    const here = project({ '.loopengine/sessions/notes.txt': 'x' })
    const store = storeIn(here)
    await write(store, 'a')
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['a'])
    expect([await store.has('a'), await store.has('b'), await store.has('notes')]).toEqual([true, false, false])
  })

  it('are none where there is no folder', async () => {
    expect(await storeIn(project()).list()).toEqual({ sessions: [], unreadable: [] })
  })

  it('lie where LOOPENGINE_STATE_DIR says, relative to the project or absolute', async () => {
    const [here, there] = [project(), project()]
    await write(storeIn(here, { LOOPENGINE_STATE_DIR: 'state' }), 'a')
    await write(storeIn(here, { LOOPENGINE_STATE_DIR: there.root }), 'b')
    expect([here.files(), there.files()]).toEqual([['state/sessions/a.jsonl'], ['sessions/b.jsonl']])
  })
})

describe('one session', () => {
  it('is exported as it stands on disk', async () => {
    const here = project()
    await write(storeIn(here), 'a')
    expect(await storeIn(here).export('a')).toBe(here.read('.loopengine/sessions/a.jsonl'))
  })

  it('is deleted with everything it left', async () => {
    const here = project()
    await write(storeIn(here), 'a')
    await storeIn(here).delete('a')
    expect(here.files()).toEqual([])
  })

  it('is not deleted while somebody writes it', async () => {
    const store = storeIn(project())
    const log = await store.open('a')
    await log.begin('tester', '1')
    await expect(store.delete('a')).rejects.toMatchObject({ code: 'locked', exitCode: 75 })
    await log.close()
  })

  it('that is not there is named, with the nearest one', async () => {
    const store = storeIn(project())
    await write(store, 'order-17')
    for (const act of ['read', 'export', 'delete'] as const) {
      await expect(store[act]('order-71')).rejects.toMatchObject({
        code: 'session_not_found',
        exitCode: 2,
        message: 'There is no session `order-71`.',
        hint: 'Did you mean `order-17`?',
      })
    }
  })

  it('is never looked for outside the folder', async () => {
    const store = storeIn(project())
    for (const id of ['../x', '/etc/passwd', 'a/../../b']) {
      await expect(store.read(id)).rejects.toMatchObject({ code: 'session_id' })
      await expect(store.open(id)).rejects.toMatchObject({ code: 'session_id' })
    }
  })
})
