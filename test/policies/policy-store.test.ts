import { describe, expect, it } from 'vitest'
import { PolicyStore } from '../../src/policies/policy-store.ts'

const wishes = { circuitBreaker: { threshold: 1, resetMs: 60_000 }, rateLimit: 1, cacheable: true }

describe('PolicyStore', () => {
  it('gives an unchanged tool what it had, whatever the order of its keys', () => {
    const store = new PolicyStore()
    const first = store.for('find', { a: 1, b: { c: 2 } }, wishes)
    first.breaker?.enter().leave('failed')
    const again = store.for('find', { b: { c: 2 }, a: 1 }, { ...wishes })
    expect(again).toBe(first)
    expect(() => again.breaker?.enter()).toThrow('the last call failed')
  })

  it('starts anew for a changed declaration and for another tool', () => {
    const store = new PolicyStore()
    const first = store.for('find', { a: 1 }, wishes)
    expect(store.for('find', { a: 2 }, wishes)).not.toBe(first)
    expect(store.for('other', { a: 1 }, wishes)).not.toBe(first)
    expect(store.for('find', { a: 1 }, wishes)).toBe(first)
  })

  it('makes only what is asked for', () => {
    const store = new PolicyStore()
    expect(store.for('find', {}, {})).toEqual({})
    expect(Object.keys(store.for('other', {}, wishes))).toEqual(['breaker', 'limiter', 'cache'])
  })

  it('forgets the tool that was not asked for longest', () => {
    const store = new PolicyStore(undefined, 2)
    const [a, b] = [store.for('a', {}, {}), store.for('b', {}, {})]
    expect(store.for('a', {}, {})).toBe(a)
    store.for('c', {}, {})
    expect(store.for('a', {}, {})).toBe(a)
    expect(store.for('b', {}, {})).not.toBe(b)
  })
})
