import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode } from '../../../src/abl/template/escape.ts'
import { maskSecrets } from '../../../src/tools/bindings/mask-secrets.ts'

const secret = fc
  .string({ unit: 'grapheme', minLength: 6, maxLength: 20 })
  .filter(text => !/[\u0000-\u001f]/.test(text))

describe('a mask of secrets', () => {
  it.each([
    ['as it is', (text: string) => text],
    ['in a path', (text: string) => encode(text)],
    ['by encodeURIComponent', (text: string) => encodeURIComponent(text)],
    ['in a query', (text: string) => new URLSearchParams([['', text]]).toString().slice(1)],
    ['in JSON', (text: string) => JSON.stringify(text).slice(1, -1)],
    ['as base64', (text: string) => Buffer.from(text).toString('base64')],
    ['as base64url', (text: string) => Buffer.from(text).toString('base64url')],
    ['as bytes of a header', (text: string) => Buffer.from(text).toString('latin1')],
  ])('finds them %s', (_how, written) => {
    fc.assert(
      fc.property(secret, text => {
        expect(maskSecrets([text]).text(`a ${written(text)} b`)).not.toContain(written(text))
      }),
    )
  })

  it('changes nothing else', () => {
    const mask = maskSecrets(['sesame-7'])
    expect(mask.text('open sesame')).toBe('open sesame')
    expect(mask.value({ a: [1, null, 'x sesame-7'], 'sesame-7': true })).toEqual({ a: [1, null, 'x ***'], '***': true })
  })

  it('hides the longer of two secrets whole', () => {
    expect(maskSecrets(['abcd', 'abcdefgh']).text('abcdefgh')).toBe('***')
  })

  it('leaves short ones, which would garble ordinary text, unless told otherwise', () => {
    expect(maskSecrets(['ok', '']).text('look')).toBe('look')
    expect(maskSecrets(['ok', ''], { shortest: 1 }).text('look')).toBe('lo***')
  })

  it('gives a value without secrets back as it is', () => {
    const value = { a: 1 }
    expect(maskSecrets([]).value(value)).toBe(value)
  })
})
