import { describe, expect, it } from 'vitest'
import { ResultCache } from '../../src/policies/result-cache.ts'
import { FakeClock } from '../helpers/fake-clock.ts'

describe('ResultCache', () => {
  it('keeps a value for five minutes', async () => {
    const clock = new FakeClock()
    const cache = new ResultCache({ clock })
    cache.set('a', { n: 1 })
    await clock.advance(299_999)
    expect(cache.get('a')).toEqual({ value: { n: 1 } })
    await clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
    expect(cache.size).toBe(0)
  })

  it('gives everybody a value of their own', () => {
    const cache = new ResultCache()
    const value = { list: [1] }
    cache.set('a', value)
    value.list.push(2)
    const first = cache.get('a')?.value as typeof value
    first.list.push(3)
    expect(cache.get('a')?.value).toEqual({ list: [1] })
  })

  it('tells null from nothing', () => {
    const cache = new ResultCache()
    cache.set('a', null)
    expect(cache.get('a')).toEqual({ value: null })
    expect(cache.get('b')).toBeUndefined()
  })

  it('forgets what was not asked for longest', () => {
    const cache = new ResultCache({ maxEntries: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect(['a', 'b', 'c'].map(key => cache.get(key)?.value)).toEqual([1, undefined, 3])
  })

  it('keeps no more characters than it may', () => {
    const cache = new ResultCache({ maxSize: 25 })
    for (const key of ['a', 'b', 'c']) cache.set(key, 'x'.repeat(8))
    expect(['a', 'b', 'c'].map(key => cache.get(key) !== undefined)).toEqual([false, true, true])
    cache.set('b', 'y'.repeat(30))
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('c')?.value).toBe('xxxxxxxx')
  })

  it('keeps nothing that JSON cannot carry', () => {
    const cache = new ResultCache()
    cache.set('a', 1)
    cache.set('a', undefined)
    expect(cache.get('a')).toBeUndefined()
  })
})
