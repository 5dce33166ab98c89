import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openHistory } from '../../../src/terminal/editor/history.ts'
import { HistorySearch, HistoryWalk } from '../../../src/terminal/editor/history-walk.ts'
import { project } from '../../helpers/project.ts'

const FILE = '.loopengine/chat-history.jsonl'
const lines = (...texts: string[]): string => texts.map(text => `${JSON.stringify({ text })}\n`).join('')

describe('the history of a project', () => {
  it('holds what earlier chats added, several lines as one entry', async () => {
    const { root } = project()
    const first = await openHistory(root, { env: {} })
    first.add('one\ntwo')
    first.add('three')
    first.add('three')
    await first.settled()
    expect((await openHistory(root, { env: {} })).entries).toEqual(['one\ntwo', 'three'])
  })

  it('is for its owner alone, and lies where the state lies', async () => {
    const place = project()
    const history = await openHistory(place.root, { env: { LOOPENGINE_STATE_DIR: 'elsewhere' } })
    history.add('secret')
    await history.settled()
    expect(statSync(place.path('elsewhere/chat-history.jsonl')).mode & 0o777).toBe(0o600)
    expect(place.read('elsewhere/chat-history.jsonl')).toBe(`{"version":1}\n{"text":"secret"}\n`)
  })

  it('keeps a thousand entries and half a megabyte, the newest', async () => {
    const many = project({ [FILE]: lines(...Array.from({ length: 1500 }, (_, index) => `n${index}`)) })
    const history = await openHistory(many.root, { env: {} })
    await history.settled()
    expect([history.entries.length, history.entries[0], history.entries.at(-1)]).toEqual([1000, 'n500', 'n1499'])
    expect(many.read(FILE).split('\n')).toHaveLength(1002)
    const large = project({ [FILE]: lines(...Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(10_000))) })
    const kept = await openHistory(large.root, { env: {} })
    await kept.settled()
    expect(kept.entries.at(-1)?.trim()).toBe('99')
    expect(large.read(FILE).length).toBeLessThanOrEqual(512 * 1024 + 20)
  })

  it('keeps no message of more than 16 KB on disk', async () => {
    const place = project()
    const history = await openHistory(place.root, { env: {} })
    history.add('x'.repeat(20_000))
    history.add('short')
    await history.settled()
    expect(place.read(FILE)).toBe(`{"version":1}\n{"text":"short"}\n`)
    expect(history.entries).toHaveLength(2)
  })

  it('passes over lines that are damaged', async () => {
    const { root } = project({ [FILE]: `${lines('good')}{"text":\nnonsense\n${lines('fine')}` })
    expect((await openHistory(root, { env: {} })).entries).toEqual(['good', 'fine'])
  })

  it('leaves a file of a later version alone', async () => {
    const text = `{"version":2}\n${lines('new kind')}`
    const place = project({ [FILE]: text })
    const history = await openHistory(place.root, { env: {} })
    history.add('typed')
    await history.settled()
    expect(history.entries).toEqual(['typed'])
    expect(place.read(FILE)).toBe(text)
  })

  it('is a history of this chat where nothing can be written', async () => {
    const { root } = project({ '.loopengine': 'a file where the folder should be' })
    const history = await openHistory(root, { env: {} })
    history.add('typed')
    await history.settled()
    expect(history.entries).toEqual(['typed'])
  })

  it('begins with what the session said before, once', async () => {
    const { root } = project({ [FILE]: lines('b') })
    expect((await openHistory(root, { env: {}, before: ['a', 'b'] })).entries).toEqual(['a', 'b'])
  })
})

describe('going through the history', () => {
  it('comes back to what was being typed', () => {
    const walk = new HistoryWalk(['old', 'new'])
    expect([walk.step(-1, 'draft'), walk.step(-1, 'new'), walk.step(-1, 'old')]).toEqual(['new', 'old', undefined])
    expect([walk.step(1, 'old, changed'), walk.step(1, 'new'), walk.step(1, 'draft')]).toEqual([
      'new',
      'draft',
      undefined,
    ])
    expect([walk.step(-1, 'draft'), walk.step(-1, 'new')]).toEqual(['new', 'old, changed'])
  })
})

describe('searching the history', () => {
  const found = (query: string, older = 0): string | undefined => {
    const search = new HistorySearch(['Refund A-1', 'where is a-2', 'refund A-3'])
    search.look(query)
    for (let count = 0; count < older; count++) search.older()
    return search.found
  }

  it.each([
    ['the newest first', 'refund', 0, 'refund A-3'],
    ['an older one next', 'refund', 1, 'Refund A-1'],
    ['the oldest, however often one asks', 'refund', 5, 'Refund A-1'],
    ['capitals as they are typed', 'Refund', 0, 'Refund A-1'],
    ['nothing', 'pizza', 0, undefined],
    ['nothing for nothing', '', 0, undefined],
  ])('finds %s', (_what, query, older, expected) => {
    expect(found(query, older)).toBe(expected)
  })
})
