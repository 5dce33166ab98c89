import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safePattern } from '../../src/tools/pattern.ts'

const LONG = `${'a'.repeat(50_000)}!`

describe('a hostile pattern', () => {
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){12}$', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
    it(`${pattern} ends`, () => expect(safePattern(pattern, 'u').test(LONG)).toBe(false))
  }

  it('ends too when it uses what a linear engine cannot say', () => {
    expect(safePattern('^(?=(a+)+$)b', 'u').test(LONG)).toBe(false)
    expect(safePattern('^(a+)+\\1$', 'u').test(LONG)).toBe(false)
  })

  it('leaves the next text unharmed', () => {
    const pattern = safePattern('^(?!x)(a+)+$', 'u')
    expect([pattern.test(LONG.slice(0, 5_000).concat('!')), pattern.test('aaa'), pattern.test('xaa')]).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('a pattern', () => {
  const cases: [string, string[], string[]][] = [
    ['^A-\\d{4}$', ['A-1001'], ['A-100', 'B-1001', 'xA-1001']],
    ['\\d', ['a1b'], ['ab']],
    ['^(?!.*\\.\\.)[a-z.]+$', ['a.b'], ['a..b']],
    ['^(?=.*\\d).{3,}$', ['ab1'], ['abc', '1']],
    ['^(?<c>[ab])\\k<c>$', ['aa', 'bb'], ['ab', 'akc']],
    ['^([ab])\\1$', ['aa'], ['ab']],
    ['^\\p{L}+$', ['Ünsal', '東京'], ['a1']],
    ['^.{1,1500}$', ['x'.repeat(1500)], ['x'.repeat(1501)]],
    ['^.$', ['é', '😀'], ['ab']],
    ['^$', [''], ['a']],
    ['^[^]$', ['\n'], ['']],
  ]
  for (const [pattern, yes, no] of cases) {
    it(`${pattern} finds what JavaScript finds`, () => {
      const { test } = safePattern(pattern, 'u')
      expect(yes.map(test)).toEqual(yes.map(() => true))
      expect(no.map(test)).toEqual(no.map(() => false))
    })
  }

  it('that is none is refused with the reason', () => {
    expect(() => safePattern('[', 'u')).toThrow('Unterminated character class')
  })

  it('agrees with JavaScript on random texts', () => {
    const patterns = [
      '^[A-Z]{2}-?\\d+$',
      '^(x|yz)*$',
      '[^a-c]\\b',
      '^\\w+@\\w+\\.[a-z]{2,3}$',
      'a{2,3}?b',
      '^(?:0|[1-9]\\d*)$',
    ]
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'x', 'y', 'z', 'A', 'B', '0', '1', '9', '-', '@', '.', ' '),
    })
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, (pattern, sample) => {
        expect(safePattern(pattern, 'u').test(sample)).toBe(new RegExp(pattern, 'u').test(sample))
      }),
    )
  })
})
