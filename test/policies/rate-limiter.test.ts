import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RateLimiter } from '../../src/policies/rate-limiter.ts'
import { FakeClock } from '../helpers/fake-clock.ts'

/** When each of so many calls starts that all come at once. */
async function startsOf(perSecond: number, calls: number, until = 20_000): Promise<number[]> {
  const clock = new FakeClock()
  const limiter = new RateLimiter(perSecond, clock)
  const starts: number[] = []
  for (let count = 0; count < calls; count++) void limiter.acquire().then(() => starts.push(clock.now()))
  await clock.advance(until)
  return starts
}

describe('RateLimiter', () => {
  it('starts two a second when two may', async () => {
    expect(await startsOf(2, 6)).toEqual([0, 0, 1_000, 1_000, 2_000, 2_000])
  })

  it('starts one every so many seconds below one', async () => {
    expect(await startsOf(0.25, 3)).toEqual([0, 4_000, 8_000])
  })

  it('cuts a fraction above one', async () => {
    expect(await startsOf(2.9, 3)).toEqual([0, 0, 1_000])
  })

  it('fails at once when the wait would be too long', async () => {
    const limiter = new RateLimiter(1, new FakeClock())
    await limiter.acquire({ maxWaitMs: 0 })
    void limiter.acquire({ maxWaitMs: 1_000 })
    const third = limiter.acquire({ maxWaitMs: 1_999 })
    await expect(third).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 2_000 })
  })

  it('gives the place of who leaves to the next', async () => {
    const clock = new FakeClock()
    const limiter = new RateLimiter(1, clock)
    const leaving = new AbortController()
    const starts: number[] = []
    await limiter.acquire()
    const gone = limiter.acquire({ signal: leaving.signal })
    void limiter.acquire().then(() => starts.push(clock.now()))
    const reason = new Error('enough')
    leaving.abort(reason)
    await expect(gone).rejects.toBe(reason)
    await clock.advance(5_000)
    expect(starts).toEqual([1_000])
  })

  it('refuses who has left already', async () => {
    const reason = new Error('enough')
    await expect(new RateLimiter(1).acquire({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('holds in every sliding second, whenever calls come and however late timers are, and keeps their order', async () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), arrivals, fc.array(fc.nat(90)), async (rate, gaps, lateness) => {
        const clock = new FakeClock()
        let sleeps = 0
        const late = {
          now: () => clock.now(),
          sleep: (ms: number) => clock.sleep(ms + (lateness[sleeps++ % Math.max(1, lateness.length)] ?? 0)),
        }
        const limiter = new RateLimiter(rate, late)
        const starts: { at: number; number: number }[] = []
        for (const [number, gap] of gaps.entries()) {
          void limiter.acquire().then(() => starts.push({ at: clock.now(), number }))
          await clock.advance(gap)
        }
        await clock.advance(60_000)
        expect(starts.map(({ number }) => number)).toEqual(gaps.map((_, number) => number))
        for (const [index, { at }] of starts.entries()) {
          const later = starts[index + rate]
          if (later) expect(later.at - at).toBeGreaterThanOrEqual(1_000)
        }
      }),
    )
  })

  it('says beforehand how long the wait is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 20 }), async (rate, calls) => {
        const clock = new FakeClock()
        const limiter = new RateLimiter(rate, clock)
        for (let count = 0; count < calls; count++) void limiter.acquire()
        const expected = Math.floor(calls / rate) * 1_000
        if (expected === 0) return
        await expect(limiter.acquire({ maxWaitMs: expected - 1 })).rejects.toMatchObject({ retryAfterMs: expected })
        let startedAt = -1
        void limiter.acquire({ maxWaitMs: expected }).then(() => {
          startedAt = clock.now()
        })
        await clock.advance(60_000)
        expect(startedAt).toBe(expected)
      }),
    )
  })
})
