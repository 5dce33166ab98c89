import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth, oneLine, wrapped } from '../../src/terminal/text-width.ts'

describe('oneLine', () => {
  it.each([
    ['a short text', 'abc', 5, 'abc'],
    ['a text that just fits', 'abcde', 5, 'abcde'],
    ['a longer text', 'abcdef', 5, 'abcd…'],
    ['wide characters by their columns', '注文番号', 5, '注文…'],
    ['several lines', 'a\n  b\r\nc', 9, 'a b c'],
    ['control characters, after making them visible', '\u001b[2J', 4, '\\u0…'],
  ])('shows %s', (_what, text, width, shown) => {
    expect(oneLine(text, width)).toBe(shown)
  })
})

describe('wrapped', () => {
  it.each([
    ['between words', 'one two three', 8, ['one two', 'three']],
    ['inside a word that is too long', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['between wide characters', '注文番号', 5, ['注文', '番号']],
    ['at line feeds, empty lines too', 'a\n\nb', 9, ['a', '', 'b']],
    ['and keeps leading blanks', '  deep text', 7, ['  deep', 'text']],
    ['one character a line where it is narrower than that', '注文', 1, ['注', '文']],
  ])('breaks %s', (_where, text, width, lines) => {
    expect(wrapped(text, width)).toEqual(lines)
  })

  it('loses no character but blanks, and keeps to the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 12, max: 40 }), (text, width) => {
        const lines = wrapped(text, width)
        expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width)
        const bare = (part: string): string => part.replaceAll(/\s/g, '')
        expect(bare(lines.join(''))).toBe(bare(wrapped(text, 1_000_000).join('')))
      }),
    )
  })
})
