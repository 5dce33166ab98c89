import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineBuffer } from '../../../src/terminal/editor/line-buffer.ts'

/** The text with `|` where the cursor stands, after these chords; what is no chord is typed. */
function after(start: string, ...presses: string[]): string {
  const buffer = new LineBuffer()
  const cursor = start.indexOf('|')
  buffer.reset(start.replace('|', ''))
  if (cursor >= 0) buffer.moveTo(cursor)
  for (const press of presses) if (!buffer.press(press)) buffer.insert(press, 'typed')
  return `${buffer.text.slice(0, buffer.cursor)}|${buffer.text.slice(buffer.cursor)}`
}

describe('a line', () => {
  it.each([
    ['left over an emoji of several parts', 'a👩‍💻|', ['left'], 'a|👩‍💻'],
    ['left over a letter with marks', 'e\u0301|x', ['left'], '|e\u0301x'],
    ['right over a flag', '|🇩🇪🇫🇷', ['right'], '🇩🇪|🇫🇷'],
    ['backspace takes a whole flag', '🇩🇪🇫🇷|', ['backspace'], '🇩🇪|'],
    ['delete takes a whole letter', '|e\u0301x', ['delete'], '|x'],
    ['word by word to the left', 'one two-three|', ['alt-b', 'ctrl-left'], 'one |two-three'],
    ['word by word to the right', '|one two', ['alt-f', 'alt-right'], 'one two|'],
    ['words of wide letters', '注文 番号|', ['alt-left'], '注文 |番号'],
    ['to the ends of the line, not of the text', 'ab\ncd|ef\ngh', ['home'], 'ab\n|cdef\ngh'],
    ['to the end of the line', 'ab\nc|d\nef', ['ctrl-e'], 'ab\ncd|\nef'],
    ['to the ends of the text', 'ab\ncd|', ['alt-<'], '|ab\ncd'],
    ['Ctrl-W takes what stands between blanks', 'see a/b-c.ts|', ['ctrl-w'], 'see |'],
    ['Alt-Backspace takes a word', 'see a/b-c.ts|', ['alt-backspace'], 'see a/b-c.|'],
    ['Ctrl-U takes the line to the left', 'ab\nc|d', ['ctrl-u'], 'ab\n|d'],
    ['Ctrl-K takes the line to the right, then its end', 'a|b\ncd', ['ctrl-k', 'ctrl-k'], 'a|cd'],
    ['what was cut comes back', 'one two|', ['ctrl-w', 'home', 'ctrl-y'], 'two|one '],
    ['cuts in a row are one', 'one two|', ['ctrl-w', 'ctrl-w', 'ctrl-y'], 'one two|'],
    ['Alt-Y brings the cut before', 'one two|', ['ctrl-w', 'left', 'ctrl-u', 'ctrl-y', 'alt-y'], 'two| '],
    ['Ctrl-T exchanges two characters', 'abc|', ['ctrl-t'], 'acb|'],
    ['letters typed in a row are taken back together', 'x|', ['a', 'b', 'c', 'ctrl-_'], 'x|'],
    ['words are taken back one by one', '|', ['a', ' ', 'b', 'ctrl-_'], 'a| '.replace('| ', ' |').replace(' |', '|')],
    ['a cut is taken back', 'one two|', ['ctrl-u', 'ctrl-_'], 'one two|'],
  ])('%s', (_what, start, presses, end) => {
    expect(after(start, ...presses)).toBe(end)
  })

  it('never has its cursor inside a character, whatever is pressed', () => {
    const press = fc.constantFrom(
      ...['left', 'right', 'home', 'end', 'alt-b', 'alt-f', 'backspace', 'delete', 'ctrl-w', 'ctrl-k', 'ctrl-u'],
      ...['ctrl-y', 'alt-y', 'alt-d', 'ctrl-t', 'ctrl-_', 'alt-<', 'alt->'],
    )
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(press, { maxLength: 20 }), (text, presses) => {
        const buffer = new LineBuffer()
        buffer.reset(text.replaceAll('\r', ''))
        for (const one of presses) {
          buffer.press(one)
          const places = [...segmenter.segment(buffer.text)].map(({ index }) => index)
          expect([...places, buffer.text.length]).toContain(buffer.cursor)
        }
      }),
    )
  })

  it('is as it was when everything is taken back', () => {
    const press = fc.constantFrom('a', ' ', 'é', 'backspace', 'ctrl-w', 'ctrl-k', 'ctrl-y', 'left', 'home', 'end')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(press, { maxLength: 30 }), (text, presses) => {
        const buffer = new LineBuffer()
        buffer.reset(text)
        for (const one of presses) if (!buffer.press(one)) buffer.insert(one, 'typed')
        for (let count = 0; count < 40; count++) buffer.press('ctrl-_')
        expect(buffer.text).toBe(text)
      }),
    )
  })
})
