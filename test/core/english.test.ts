import { describe, expect, it } from 'vitest'
import { asksTheSame, pointsBack, stem, subjects } from '../../src/core/english.ts'

describe('the stem of a word', () => {
  it.each([
    ['ship ships shipped shipping shipment shipments'],
    ['cancel cancels cancelled canceling cancellation'],
    ['deliver delivers delivered delivery deliveries'],
    ['invoice invoices invoiced'],
    ['address addresses'],
    ['library libraries'],
    ['available availability'],
    ['status'],
  ])('is one for %s', words => {
    expect(new Set(words.split(' ').map(stem)).size).toBe(1)
  })

  it.each([
    ['order', 'ordinary'],
    ['tide', 'time'],
    ['wind', 'winter'],
    ['note', 'notify'],
    ['pay', 'play'],
  ])('differs for %s and %s', (one, other) => {
    expect(stem(one)).not.toBe(stem(other))
  })
})

describe('the subjects of a sentence', () => {
  it('are its words without those that carry nothing, each once', () => {
    expect(subjects('Where is the order, and who ships the orders?')).toEqual([stem('order'), stem('ship')])
  })
})

describe('a sentence points back', () => {
  it.each(['refund it', 'cancel that one', 'what about them?', 'who sent this'])('%s', text => {
    expect(pointsBack(text)).toBe(true)
  })

  it.each(['refund order 7', 'where is the item', 'an item'])('not: %s', text => {
    expect(pointsBack(text)).toBe(false)
  })
})

describe('two verbs ask for the same', () => {
  it.each(['update update', 'changed update', 'Edit update', 'removing remove', 'remove delete', 'add create'])(
    '%s',
    pair => {
      const [word = '', verb = ''] = pair.split(' ')
      expect(asksTheSame(word, verb)).toBe(true)
    },
  )

  it.each(['delete create', 'look find', 'cancel delete'])('not: %s', pair => {
    const [word = '', verb = ''] = pair.split(' ')
    expect(asksTheSame(word, verb)).toBe(false)
  })
})
