import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TextFlow } from '../../src/terminal/text-flow.ts'
import { recordingStream } from './stream.ts'

function flowed(deltas: string[], columns?: number): string {
  const stream = recordingStream(columns)
  const flow = new TextFlow(stream)
  for (const delta of deltas) flow.write(delta)
  flow.end()
  return stream.text()
}

describe('text that streams', () => {
  it('breaks between words at the width of the terminal', () => {
    expect(flowed(['the order is ship', 'ped today'], 15)).toBe('the order is\nshipped today\n')
  })

  it('drops the blanks where a line is broken, and keeps those at its start', () => {
    expect(flowed(['- one  two\n  - three'], 8)).toBe('- one\ntwo\n  -\nthree\n')
  })

  it('breaks between wide characters, which have no blanks', () => {
    expect(flowed(['注文は', '発送済みです'], 8)).toBe('注文は発\n送済みで\nす\n')
  })

  it('lets the terminal break a word that no line holds', () => {
    expect(flowed(['see https://example.test/a/long/path now'], 12)).toBe('see\nhttps://example.test/a/long/path now\n')
  })

  it('writes a word only when its end has come', () => {
    const stream = recordingStream(40)
    const flow = new TextFlow(stream)
    flow.write('ship')
    expect(stream.text()).toBe('')
    flow.write('ped ')
    expect(stream.text()).toBe('shipped')
    expect(flow.midLine).toBe(true)
  })

  it('keeps the parts of an emoji together that arrive apart', () => {
    expect(flowed(['sent \ud83d', '\udc69\u200d', '\u{1f4bb} ok'], 40)).toBe('sent 👩‍💻 ok\n')
  })

  it('takes a line end that arrives in two parts as one', () => {
    expect(flowed(['a\r', '\nb'], 40)).toBe('a\nb\n')
  })

  it('breaks nothing where there is no terminal', () => {
    const text = 'word '.repeat(60).trim()
    expect(flowed([text])).toBe(`${text}\n`)
  })

  it('ends no line that was not begun', () => {
    expect(flowed([])).toBe('')
    expect(flowed(['a\n'])).toBe('a\n')
  })

  it('shows the same however the text is cut into deltas', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 5, max: 30 }), (deltas, columns) => {
        expect(flowed(deltas, columns)).toBe(flowed([deltas.join('')], columns))
      }),
    )
  })
})
