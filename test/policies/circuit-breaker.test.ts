import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { CircuitBreaker } from '../../src/policies/circuit-breaker.ts'
import { FakeClock } from '../helpers/fake-clock.ts'

const OPEN = expect.objectContaining({ code: 'circuit_open' })

describe('CircuitBreaker', () => {
  let clock: FakeClock
  let breaker: CircuitBreaker
  beforeEach(() => {
    clock = new FakeClock()
    breaker = new CircuitBreaker({ threshold: 3, resetMs: 1_000 }, clock)
  })

  const end = (...ends: ('ok' | 'failed' | 'neutral')[]): void => {
    for (const one of ends) breaker.enter().leave(one)
  }

  it('opens after so many failures in a row', () => {
    end('failed', 'failed', 'failed')
    expect(() => breaker.enter()).toThrow(OPEN)
  })

  it('counts anew after a success', () => {
    end('failed', 'failed', 'ok', 'failed', 'failed')
    expect(() => breaker.enter()).not.toThrow()
  })

  it('does not count what says nothing about the other side, either way', () => {
    end('failed', 'neutral', 'failed', 'neutral', 'failed')
    expect(() => breaker.enter()).toThrow(OPEN)
  })

  it('says when the next trial is', async () => {
    end('failed', 'failed', 'failed')
    await clock.advance(400)
    expect(() => breaker.enter()).toThrow('Not called: the last 3 calls failed. The next trial is in about 1 s.')
    expect(() => breaker.enter()).toThrow(expect.objectContaining({ retryAfterMs: 600, retryable: false }))
  })

  it('lets exactly one of a hundred callers try after the wait', async () => {
    end('failed', 'failed', 'failed')
    await clock.advance(1_000)
    const passed = Array.from({ length: 100 }, () => {
      try {
        return breaker.enter()
      } catch {
        return undefined
      }
    }).filter(passage => passage !== undefined)
    expect(passed).toHaveLength(1)
  })

  it('closes when the trial succeeds', async () => {
    end('failed', 'failed', 'failed')
    await clock.advance(1_000)
    end('ok', 'failed', 'failed')
    expect(() => breaker.enter()).not.toThrow()
  })

  it('opens again for the whole wait when the trial fails', async () => {
    end('failed', 'failed', 'failed')
    await clock.advance(1_000)
    end('failed')
    await clock.advance(999)
    expect(() => breaker.enter()).toThrow(OPEN)
    await clock.advance(1)
    expect(() => breaker.enter()).not.toThrow()
  })

  it('lets the next call try when the trial said nothing', async () => {
    end('failed', 'failed', 'failed')
    await clock.advance(1_000)
    end('neutral')
    expect(() => breaker.enter()).not.toThrow()
    expect(() => breaker.enter()).toThrow(OPEN)
  })

  it('does not listen to calls that began before it opened', async () => {
    const early = [breaker.enter(), breaker.enter()]
    end('failed', 'failed', 'failed')
    early[0]?.leave('ok')
    expect(() => breaker.enter()).toThrow(OPEN)
    await clock.advance(1_000)
    const trial = breaker.enter()
    early[1]?.leave('failed')
    trial.leave('ok')
    expect(() => breaker.enter()).not.toThrow()
  })

  it('takes the first word of a call only', () => {
    const passage = breaker.enter()
    for (let count = 0; count < 5; count++) passage.leave('failed')
    expect(() => breaker.enter()).not.toThrow()
  })

  it('never lets a call pass while open, nor two while trying, whatever happens', async () => {
    const step = fc.oneof(
      fc.integer({ min: 0, max: 1_500 }),
      fc.constantFrom('ok', 'failed', 'neutral'),
      fc.constant('enter'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const time = new FakeClock()
        const one = new CircuitBreaker({ threshold: 2, resetMs: 1_000 }, time)
        let failures = 0
        let openedAt = Number.NEGATIVE_INFINITY
        for (const next of steps) {
          if (typeof next === 'number') {
            await time.advance(next)
            continue
          }
          const waiting = failures >= 2 && time.now() - openedAt < 1_000
          let refused = false
          try {
            one.enter().leave(next === 'enter' ? 'neutral' : (next as 'ok' | 'failed' | 'neutral'))
          } catch {
            refused = true
          }
          expect(refused).toBe(waiting)
          if (refused) continue
          if (next === 'ok') failures = 0
          if (next === 'failed') {
            failures++
            openedAt = time.now()
          }
        }
      }),
    )
  })
})
