import { describe, expect, it } from 'vitest'
import { toErrorRecord } from '../../src/core/error-record.ts'
import { isLoopengineError, LoopengineError, messageOf, systemCode, usageError } from '../../src/core/errors.ts'

describe('the message of anything that was thrown', () => {
  const unshowable = {
    get message(): string {
      throw new Error('no')
    },
  }
  const cases: [string, unknown, string][] = [
    ['an error', new Error('no'), 'no'],
    ['a text', 'no', 'no'],
    ['an object with a message', { message: 'no' }, 'no'],
    ['an object without one', { status: 404 }, '{"status":404}'],
    ['an object with a message that is no text', { message: 5 }, '{"message":5}'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a symbol', Symbol('x'), 'Symbol(x)'],
    ['what throws when it is looked at', unshowable, 'something was thrown that has no message'],
    ['what goes round in circles', circle(), 'something was thrown that has no message'],
  ]
  for (const [name, thrown, message] of cases) it(`is known for ${name}`, () => expect(messageOf(thrown)).toBe(message))
})

function circle(): unknown {
  const made: { self?: unknown } = {}
  made.self = made
  return made
}

describe('an error of ours', () => {
  it('is known by its mark, in any copy of the class', () => {
    expect(isLoopengineError(new LoopengineError('x', 'y'))).toBe(true)
    expect(isLoopengineError({ [Symbol.for('loopengine.error')]: true })).toBe(true)
    expect([new Error('x'), 'x', null, undefined].map(isLoopengineError)).toEqual([false, false, false, false])
  })

  it('exits with 1 unless it says otherwise, and with 2 for wrong usage', () => {
    expect([new LoopengineError('x', 'y').exitCode, usageError('x', 'y', 'z').exitCode]).toEqual([1, 2])
  })

  it('is written without its stack, and without what it does not know', () => {
    const error = new LoopengineError('x', 'y', {
      hint: 'z',
      file: 'a.ts',
      line: 3,
      column: 1,
      cause: new Error('deep'),
    })
    expect(toErrorRecord(error)).toEqual({ code: 'x', message: 'y', hint: 'z', file: 'a.ts', line: 3, column: 1 })
    expect(Object.keys(toErrorRecord(new LoopengineError('x', 'y')))).toEqual(['code', 'message'])
  })
})

it('anything else is written as an unknown error', () => {
  expect(toErrorRecord(new TypeError('no'))).toEqual({ code: 'unknown_error', message: 'no' })
})

it('the code of a system error is a text or nothing', () => {
  expect(systemCode(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe('ENOENT')
  expect([systemCode(new Error('x')), systemCode(Object.assign(new Error('x'), { code: 5 })), systemCode('x')]).toEqual(
    [undefined, undefined, undefined],
  )
})
