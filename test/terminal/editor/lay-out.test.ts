import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorPlace, layOut, placeAt } from '../../../src/terminal/editor/lay-out.ts'
import { displayWidth } from '../../../src/terminal/text-width.ts'

const rows = (text: string, width: number): string[] => layOut(text, width).map(({ shown }) => shown)

describe('rows of a text', () => {
  it.each([
    ['nothing: one empty row', '', 10, ['']],
    ['lines', 'ab\n\ncd', 10, ['ab', '', 'cd']],
    ['a line that is too long', 'abcdefg', 3, ['abc', 'def', 'g']],
    ['wide letters, which do not fit by half', 'a注文番', 4, ['a注', '文番']],
    ['an emoji of several parts, whole', 'abc👩‍💻d', 4, ['abc', '👩‍💻d']],
    ['tabs and hidden characters, written out', '\ta\u202eb', 20, ['  a\\u202eb']],
  ])('are made of %s', (_what, text, width, expected) => {
    expect(rows(text, width)).toEqual(expected)
  })

  it('keep to the width, cover the text, and know where its places are', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' })).map(lines => lines.join('\n').replaceAll('\r', ''))
    fc.assert(
      fc.property(texts, fc.integer({ min: 12, max: 60 }), fc.nat(), (text, width, at) => {
        const laid = layOut(text, width)
        for (const { shown } of laid) expect(displayWidth(shown)).toBeLessThanOrEqual(width)
        expect(laid.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text.replaceAll('\n', ''))
        const starts = [...new Intl.Segmenter().segment(text)].map(({ index }) => index)
        const cursor = starts[at % Math.max(1, starts.length)] ?? 0
        const { row, column } = cursorPlace(laid, text, cursor)
        const place = laid[row]
        expect(column).toBeLessThanOrEqual(width)
        // Characters without a width share a column with the next one.
        if (place) expect(placeAt(place, text, column)).toBeGreaterThanOrEqual(cursor)
      }),
    )
  })
})
