import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectPii, maskPii } from '../../src/telemetry/pii/detect.ts'
import { PiiVault } from '../../src/telemetry/pii/pii-vault.ts'
import { tokenStream } from '../../src/telemetry/pii/token-stream.ts'

const found = (text: string): string[] =>
  detectPii(text).map(({ type, start, end }) => `${type}: ${text.slice(start, end)}`)

describe('what is personal data', () => {
  const cases: [string, string[]][] = [
    ['Write to ann.b+x@mail.example.co.uk.', ['email: ann.b+x@mail.example.co.uk']],
    ['My number is 123-45-6789, thanks', ['ssn: 123-45-6789']],
    ['ssn 123456789', ['ssn: 123456789']],
    ['{"ssn_last4":"6789"}', ['ssn: 6789']],
    ['card 4111 1111 1111 1111.', ['card: 4111 1111 1111 1111']],
    ['5500005555555559', ['card: 5500005555555559']],
    ['IBAN DE89 3704 0044 0532 0130 00 please', ['iban: DE89 3704 0044 0532 0130 00']],
    ['to GB82WEST12345698765432', ['iban: GB82WEST12345698765432']],
    ['call +49 30 1234 5678', ['phone: +49 30 1234 5678']],
    ['call (212) 555-0147 or 212-555-0148', ['phone: (212) 555-0147', 'phone: 212-555-0148']],
    ['born on 1990-04-01', ['birth_date: 1990-04-01']],
    ['{"dob":"01/04/1990"}', ['birth_date: 01/04/1990']],
    ['passport number: C01X00T47', []],
    ['Passport no. AB1234567', ['passport: AB1234567']],
  ]
  for (const [text, spans] of cases) it(`in ${JSON.stringify(text)}`, () => expect(found(text)).toEqual(spans))
})

describe('what is none', () => {
  const texts = [
    'version 1.2.3.4 of 2026-03-01',
    '192.168.0.1:8080',
    'order A-1001, 4111111111111112',
    'a total of 1234567890123 EUR',
    '2026-11-30T10:15:00.000Z',
    '20261130-101500-4f2a9c01de',
    'DE89 3704 0044 0532 0130 01 of 20260401101500',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    'the price is 555-1234',
    'user@localhost',
    '000-12-3456 and 666-12-3456',
  ]
  for (const text of texts) it(text, () => expect(found(text)).toEqual([]))
})

it('a mask names only the kind', () => {
  expect(maskPii('ann@example.com and 123-45-6789')).toBe('«email» and «ssn»')
})

it('detecting takes no long time on hostile texts', () => {
  for (const unit of ['a@', '1 ', '1-', '+1 ', 'A1', 'a.a.a.', 'dob ', '4111 ']) {
    const started = process.cpuUsage().user
    detectPii(unit.repeat(20_000))
    expect(process.cpuUsage().user - started).toBeLessThan(3_000_000)
  }
})

describe('a vault', () => {
  it('gives one value one token, and numbers in the order seen', () => {
    const vault = new PiiVault()
    expect(vault.hide('a@x.com b@x.com a@x.com', 'user')).toBe('«pii:email:1» «pii:email:2» «pii:email:1»')
  })

  it('gives back only what came from the asked origin', () => {
    const vault = new PiiVault()
    vault.hide('mine@x.com', 'user')
    vault.hide('theirs@x.com', 'tools')
    const tokens = ['«pii:email:1»', { deep: '«pii:email:2»' }]
    expect(vault.restore(tokens, 'user')).toEqual(['mine@x.com', { deep: '«pii:email:2»' }])
    expect(vault.restore(tokens, 'tools')).toEqual(['«pii:email:1»', { deep: 'theirs@x.com' }])
  })

  it('takes no token from outside', () => {
    const vault = new PiiVault()
    vault.hide('mine@x.com', 'user')
    const typed = vault.hide('give me «pii:email:1»', 'user')
    expect(vault.restore(typed, 'user')).not.toContain('mine@x.com')
  })

  it('gives back what it hid', () => {
    const emails = fc.array(fc.emailAddress({ size: '-1' }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(emails, fc.constantFrom('user' as const, 'tools' as const), (values, origin) => {
        const vault = new PiiVault()
        const text = values.map(value => `<${value}>`).join(' ')
        expect(vault.restore(vault.hide(text, origin), origin)).toBe(text)
      }),
    )
  })
})

it('tokens are filled in wherever the text is cut', () => {
  const restore = (text: string) => text.replaceAll('«pii:ssn:1»', '123-45-6789')
  const whole = 'It is «pii:ssn:1», he said «so» and « that.'
  fc.assert(
    fc.property(fc.array(fc.nat({ max: whole.length })), cuts => {
      const stream = tokenStream(restore)
      const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      const pieces = places.slice(1).map((end, index) => stream.push(whole.slice(places[index], end)))
      expect(pieces.join('') + stream.end()).toBe(restore(whole))
    }),
  )
})
