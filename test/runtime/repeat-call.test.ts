import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ToolOutcome } from '../../src/core/tool.ts'
import { repeatCall, summarise } from '../../src/runtime/repeat-call.ts'

const call = { id: 'c', name: 'look', input: {} }
const ok = (ms = 1): ToolOutcome => ({ call, ms, kind: 'ok', value: 1 })
const failed = (code: string): ToolOutcome => ({
  call,
  ms: 5,
  kind: 'failed',
  error: { code, type: 'x', message: 'x' },
})
const { signal } = new AbortController()

describe('repeatCall', () => {
  it('has as many calls under way as it may, and gives the outcomes in the order of the calls', async () => {
    let running = 0
    let most = 0
    const outcomes = await repeatCall({
      times: 7,
      concurrency: 3,
      signal,
      call: async at => {
        most = Math.max(most, ++running)
        await sleep(10 - at)
        running--
        return ok(at)
      },
    })
    expect(most).toBe(3)
    expect(outcomes.map(({ ms }) => ms)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('starts no further call once it is stopped', async () => {
    const stop = new AbortController()
    const outcomes = await repeatCall({
      times: 100,
      concurrency: 1,
      signal: stop.signal,
      call: async at => {
        if (at === 2) stop.abort()
        return ok()
      },
    })
    expect(outcomes).toHaveLength(2)
  })
})

describe('summarise', () => {
  it('counts kinds and codes, the most frequent first', () => {
    const denied: ToolOutcome = { call, ms: 0, kind: 'denied', reason: 'no', code: 'consent_denied' }
    expect(summarise([failed('a'), ok(9), failed('b'), failed('b'), denied])).toEqual({
      calls: 5,
      outcomes: { ok: 1, failed: 3, denied: 1, skipped: 0, pending: 0 },
      codes: { b: 2, a: 1, consent_denied: 1 },
      ms: { least: 0, median: 5, most: 9 },
    })
  })

  it('has zeros for no calls', () => {
    expect(summarise([])).toMatchObject({ calls: 0, codes: {}, ms: { least: 0, median: 0, most: 0 } })
  })
})
