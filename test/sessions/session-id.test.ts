import { describe, expect, it } from 'vitest'
import { checkSessionId, childSessionId, hashedSessionId, newSessionId } from '../../src/sessions/session-id.ts'

describe('a new id', () => {
  it('begins with the time, so that a folder sorts by age', () => {
    expect(newSessionId(new Date('2026-11-30T10:15:07.123Z'))).toMatch(/^20261130-101507-[0-9a-f]{10}$/)
  })

  it('is another one each time', () => expect(newSessionId()).not.toBe(newSessionId()))
  it('is valid', () => expect(checkSessionId(newSessionId())).toBeTruthy())
})

describe('an id that somebody gave', () => {
  for (const id of ['a', 'order-17', 'A_b-9', 'x'.repeat(64), '0']) {
    it(`may be \`${id}\``, () => expect(checkSessionId(id)).toBe(id))
  }

  const refused = [
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    '/etc/passwd',
    'a.b',
    'a b',
    'ä',
    '-x',
    '_x',
    'x'.repeat(65),
    'a\0',
    'a\n',
  ]
  for (const id of [...refused, 'CON', 'nul', 'com1', 'Lpt9']) {
    it(`may not be ${JSON.stringify(id)}`, () => {
      expect(() => checkSessionId(id)).toThrow(expect.objectContaining({ code: 'session_id', exitCode: 2 }))
    })
  }
})

describe('an id from a request', () => {
  it('is never used as it is', () => {
    const id = hashedSessionId('../../etc/passwd')
    expect(checkSessionId(id)).toMatch(/^h-[0-9a-f]{40}$/)
    expect(hashedSessionId('../../etc/passwd')).toBe(id)
    expect(hashedSessionId('other')).not.toBe(id)
  })
})

describe('the id of an agent that works for a call', () => {
  const work = { agent: 'helper', request: 'Find it' }

  it('is the same at every start of that call, and another one for another call, agent or request', () => {
    const id = childSessionId('s', 'call_1', work)
    expect(childSessionId('s', 'call_1', { ...work })).toBe(id)
    const others = [
      childSessionId('s', 'call_2', work),
      childSessionId('s', 'call_1', { ...work, agent: 'other' }),
      childSessionId('s', 'call_1', { ...work, request: 'Lose it' }),
    ]
    expect(new Set([id, ...others]).size).toBe(4)
  })

  it('is valid below a parent with the longest id, at any depth', () => {
    let id = 'x'.repeat(64)
    for (let depth = 0; depth < 9; depth++) id = checkSessionId(childSessionId(id, 'c', work))
  })
})
