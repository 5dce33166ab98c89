import { describe, expect, it } from 'vitest'
import { soundsReadOnly, spoken, wordsOf } from '../../src/core/tool-words.ts'

describe('the words of a name', () => {
  it.each([
    ['lookup_order', ['lookup', 'order']],
    ['getHTTPStatus', ['get', 'http', 'status']],
    ['order2Id', ['order2', 'id']],
    ['Größe-prüfen', ['größe', 'prüfen']],
    ['', []],
  ])('%s', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })

  it('are said as one says them', () => {
    expect(spoken('lookupOrder')).toBe('look up order')
  })
})

describe('a tool sounds as if it only read', () => {
  it.each([
    ['get_tide', 'Whatever'],
    ['searchBooks', 'Whatever'],
    ['tide_times', 'Returns the times of the tide'],
    ['tide_times', 'The times of the tide'],
    ['tide_times', 'Lists the times of the tide'],
  ])('%s: %s', (name, description) => {
    expect(soundsReadOnly({ name, description })).toBe(true)
  })

  it.each([
    ['issue_refund', 'Looks up an order and refunds it'],
    ['return_book', 'Returns a book to the library'],
    ['check_in_guest', 'Check in a guest'],
    ['check_out', 'Check out a book'],
    ['renew', 'Renews a loan'],
    ['cancel_order', ''],
  ])('not %s: %s', (name, description) => {
    expect(soundsReadOnly({ name, description })).toBe(false)
  })
})
