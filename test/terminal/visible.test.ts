import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from '../../src/terminal/visible.ts'

describe('visible', () => {
  it.each([
    ['an escape sequence', '\u001b[2Jx', '\\u001b[2Jx'],
    ['a bell and a backspace', 'a\u0007\b', 'a\\u0007\\u0008'],
    ['a lone carriage return', 'safe\revil', 'safe\\u000devil'],
    ['a C1 control', '\u009b1m', '\\u009b1m'],
    ['a bidirectional override', 'a\u202etxt.exe', 'a\\u202etxt.exe'],
    ['a bidirectional isolate', '\u2066x\u2069', '\\u2066x\\u2069'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['a zero-width joiner between Latin letters', 'a\u200db', 'a\\u200db'],
    ['tag characters that hide text', 'hi\u{e0041}\u{e0042}', 'hi\\u{e0041}\\u{e0042}'],
    ['half of a surrogate pair', 'a\ud83d', 'a\\ud83d'],
    ['line and paragraph separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ])('writes out %s', (_what, text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it.each([
    ['line feeds and tabs', 'a\n\tb'],
    ['wide characters', '注文 주문 注文'],
    ['an emoji', '📦'],
    ['an emoji of several parts', '👩🏽‍💻 ❤️ 🏳️‍🌈'],
    ['a joiner inside a Persian word', 'می\u200cخواهم'],
  ])('leaves %s as they are', (_what, text) => {
    expect(visible(text)).toBe(text)
  })

  it('takes a line end of Windows as a line end', () => {
    expect(visible('a\r\nb')).toBe('a\nb')
  })

  it('leaves nothing that a terminal obeys, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(visible(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})
