import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallClock } from '../../src/loop/call-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function clock(limit: number | false, turn = new AbortController().signal) {
  const made = new CallClock(limit, turn)
  const ends: string[] = []
  made.start().then(end => ends.push(end))
  return { clock: made, ends, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('the clock of a call', () => {
  it('ends it when the time is up', async () => {
    const { clock: made, ends, pass } = clock(100)
    await pass(99)
    expect([ends, made.signal.aborted]).toEqual([[], false])
    await pass(1)
    expect([ends, made.signal.aborted]).toEqual([['timeout'], true])
  })

  it('never ends it without a limit', async () => {
    const { ends, pass } = clock(false)
    await pass(10 ** 8)
    expect(ends).toEqual([])
  })

  it('stands still while a person is asked, and goes on with what was left', async () => {
    const { clock: made, ends, pass } = clock(100)
    await pass(60)
    const goOn = made.pause()
    await pass(10_000)
    goOn()
    await pass(39)
    expect(ends).toEqual([])
    await pass(1)
    expect(ends).toEqual(['timeout'])
  })

  it('stands still until the last of several pauses ends', async () => {
    const { clock: made, ends, pass } = clock(100)
    const [first, second] = [made.pause(), made.pause()]
    await pass(500)
    first()
    first()
    await pass(500)
    expect([ends, made.elapsed]).toEqual([[], 0])
    second()
    await pass(100)
    expect(ends).toEqual(['timeout'])
  })

  it('counts what the tool took, not what people took', async () => {
    const { clock: made, pass } = clock(false)
    await pass(30)
    const goOn = made.pause()
    await pass(1_000)
    expect(made.elapsed).toBe(30)
    goOn()
    await pass(12)
    expect(made.elapsed).toBe(42)
  })

  it('ends with the turn, also while it stands still', async () => {
    const turn = new AbortController()
    const { clock: made, ends, pass } = clock(100, turn.signal)
    made.pause()
    turn.abort()
    await pass(0)
    expect([ends, made.signal.aborted]).toEqual([['aborted'], true])
  })

  it('that starts in a stopped turn ends at once', async () => {
    const { ends, pass } = clock(100, AbortSignal.abort())
    await pass(0)
    expect(ends).toEqual(['aborted'])
  })

  it('is silent once it was stopped, even when a pause ends later', async () => {
    const { clock: made, ends, pass } = clock(100)
    const goOn = made.pause()
    made.stop()
    goOn()
    await pass(1_000)
    expect([ends, vi.getTimerCount(), made.signal.aborted]).toEqual([[], 0, false])
  })

  it('shows an aborted signal to whoever looks only after the end', async () => {
    const { clock: made, pass } = clock(100)
    await pass(100)
    expect(made.signal.reason).toEqual(new Error('the time limit of the call'))
  })

  it('leaves no listener at the turn', async () => {
    const turn = new AbortController()
    const removed = vi.spyOn(turn.signal, 'removeEventListener')
    const { clock: made } = clock(100, turn.signal)
    made.stop()
    expect(removed).toHaveBeenCalledTimes(1)
  })
})
