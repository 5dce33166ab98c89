import { describe, expect, it } from 'vitest'
import { abl } from '../../../helpers/abl.ts'
import { type StagedOptions, staged } from '../../../helpers/staged.ts'

const done: StagedOptions = { attempt: () => 'done' }

/** A tool with one parameter `account` from somewhere else, beside `amount` from the model. */
function charge(lines: string, type = 'string'): string {
  return abl`
    TOOLS:
      charge(amount: number, account: ${type}) -> any
        description: "Charges"
        type: http
        endpoint: "https://bank.example.com/charge"
        method: POST
        parameters:
          account:
            ${lines.split('\n').join('\n            ')}
  `
}

const user = { id: 'u-7', claims: { department: 'sales', deep: { level: 3 } } }

describe('what the model gives', () => {
  const source = abl`
    TOOLS:
      find(city: string, limit: number = 10, strict?: boolean) -> any
        description: "Finds"
        type: http
        endpoint: "https://x.example.com/find"
        method: GET
  `

  it('is coerced and completed by defaults', async () => {
    const { call, attempts } = await staged(source, done)
    await call({ city: 5, strict: 'true' })
    expect(attempts).toEqual([{ city: '5', limit: 10, strict: true }])
  })

  it('that is null for an optional parameter counts as not given', async () => {
    const { call, attempts } = await staged(source, done)
    await call({ city: 'Bonn', limit: null, strict: null })
    expect(attempts).toEqual([{ city: 'Bonn', limit: 10 }])
  })

  it('comes back with every problem at once', async () => {
    const { call, attempts } = await staged(source, done)
    const { outcome } = await call({ limit: 'many', strict: 'yes' })
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'validation_error',
        problems: [
          { path: 'city', expected: 'string', received: 'nothing' },
          { path: 'limit', expected: 'number', received: 'string "many"' },
          { path: 'strict', expected: 'boolean', received: 'string "yes"' },
        ],
      },
    })
    expect(attempts).toEqual([])
  })

  it('for no parameter of the tool is ignored and traced', async () => {
    const { call, attempts } = await staged(source, done)
    const { traces } = await call({ city: 'Bonn', other: 1 })
    expect(attempts).toEqual([{ city: 'Bonn', limit: 10 }])
    expect(traces).toContain('source: `other` was ignored: the tool has no such parameter.')
  })

  it('is never read as a template', async () => {
    const { call, attempts } = await staged(source, { ...done, settings: { config: { KEY: { value: 'secret' } } } })
    await call({ city: '{{config.KEY}}' })
    expect(attempts).toMatchObject([{ city: '{{config.KEY}}' }])
  })
})

describe('a parameter with another source', () => {
  it('is neither shown to the model nor taken from it', async () => {
    const { call, attempts, definitions } = await staged(charge('source: system\nvalue: session.account'), done)
    expect(Object.keys(definitions.charge?.input_schema.properties ?? {})).toEqual(['amount'])
    const { traces } = await call({ amount: 1, account: 'mine' }, { variables: { account: 'a-1' } })
    expect(attempts).toEqual([{ amount: 1, account: 'a-1' }])
    expect(traces).toContain('source: `account` was ignored: its value does not come from the model.')
  })

  it('takes a path of the session', async () => {
    const { call, attempts } = await staged(charge('source: system\nvalue: session.customer.id'), done)
    await call({ amount: 1 }, { variables: { customer: { id: 'c-1' } } })
    expect(attempts).toEqual([{ amount: 1, account: 'c-1' }])
  })

  it('from the session is not mistaken for an argument of the same name', async () => {
    const { call, attempts } = await staged(charge('source: system\nvalue: amount', 'number'), done)
    await call({ amount: 1 }, { variables: { amount: 99 } })
    expect(attempts).toEqual([{ amount: 1, account: 99 }])
  })

  it('is coerced too', async () => {
    const { call, attempts } = await staged(charge('source: system\nvalue: session.account'), done)
    await call({ amount: 1 }, { variables: { account: 17 } })
    expect(attempts).toEqual([{ amount: 1, account: '17' }])
  })

  it.each([
    ['session_id', 'test'],
    ['agent', 'tester'],
    ['user_id', 'u-7'],
    ['call_id', 'call_1'],
  ])('takes the fact %s', async (fact, value) => {
    const { call, attempts } = await staged(charge(`source: runtime\nvalue: ${fact}`), done)
    await call({ amount: 1 }, { user })
    expect(attempts).toEqual([{ amount: 1, account: value }])
  })

  it('takes the time of the call', async () => {
    const { call, attempts } = await staged(charge('source: runtime\nvalue: now'), done)
    await call({ amount: 1 })
    expect(String(attempts[0]?.account)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('takes a variable of the project, whose value no trace shows', async () => {
    const options = { ...done, settings: { config: { BANK: { value: 'b-secret' } } } }
    const { call, attempts } = await staged(charge('source: config\nvalue: BANK'), options)
    const { traces } = await call({ amount: 1 })
    expect(attempts).toEqual([{ amount: 1, account: 'b-secret' }])
    expect(traces).toContain('source: `account` from config.BANK: ***')
  })

  it('fails the call when the variable has no value', async () => {
    const { call, attempts } = await staged(charge('source: config\nvalue: BANK'), done)
    expect((await call({ amount: 1 })).outcome).toMatchObject({ kind: 'failed', error: { code: 'config_missing' } })
    expect(attempts).toEqual([])
  })

  it.each([
    ['user_id', 'u-7'],
    ['claims.department', 'sales'],
    ['claims.deep.level', '3'],
  ])('takes %s of the identity', async (claim, value) => {
    const { call, attempts } = await staged(charge(`source: auth\nvalue: ${claim}`), done)
    await call({ amount: 1 }, { user })
    expect(attempts).toEqual([{ amount: 1, account: value }])
  })

  it('needs an identity for that', async () => {
    const { call, attempts } = await staged(charge('source: auth\nvalue: user_id'), done)
    expect((await call({ amount: 1 })).outcome).toMatchObject({ error: { code: 'auth_missing' } })
    expect(attempts).toEqual([])
  })

  it('is computed from coerced arguments', async () => {
    const { call, attempts } = await staged(charge('source: expr\nvalue: "amount * 100"', 'number'), done)
    await call({ amount: '5' })
    expect(attempts).toEqual([{ amount: 5, account: 500 }])
  })

  it('that can not be computed fails the call', async () => {
    const { call } = await staged(charge('source: expr\nvalue: session.missing * 2', 'number'), done)
    expect((await call({ amount: 1 })).outcome).toMatchObject({ error: { code: 'evaluation_error' } })
  })

  it('falls back to its default', async () => {
    const { call, attempts } = await staged(charge('source: system\nvalue: session.account\ndefault: "none"'), done)
    await call({ amount: 1 })
    expect(attempts).toEqual([{ amount: 1, account: 'none' }])
  })

  it('without a value is a problem when it is required', async () => {
    const { call } = await staged(charge('source: system\nvalue: session.account'), done)
    expect((await call({ amount: 1 })).outcome).toMatchObject({
      error: { code: 'validation_error', problems: [{ path: 'account', expected: 'string', received: 'nothing' }] },
    })
  })

  it('that does not fit is not told to the model', async () => {
    const { call } = await staged(charge('source: system\nvalue: session.account', 'number'), done)
    const { outcome, told } = await call({ amount: 1 }, { variables: { account: 'private' } })
    expect(outcome).toMatchObject({ error: { problems: [{ path: 'account', received: '«hidden»' }] } })
    expect(told.join()).not.toContain('private')
  })
})

describe('a lookup', () => {
  const tables = { rates: { EU: { rate: 0.19, name: 'Europe' }, '5': { rate: 1, name: 'Five' } } }
  const lookup = (lines = '', type = 'any') =>
    charge(`source: lookup\ntable: rates\nkey: session.region\n${lines}`, type)

  it('gives a column of the row', async () => {
    const { call, attempts } = await staged(lookup('value: rate', 'number'), { ...done, tables })
    await call({ amount: 1 }, { variables: { region: 'EU' } })
    expect(attempts).toEqual([{ amount: 1, account: 0.19 }])
  })

  it('gives the whole row without a column', async () => {
    const { call, attempts } = await staged(lookup(), { ...done, tables })
    await call({ amount: 1 }, { variables: { region: 5 } })
    expect(attempts).toEqual([{ amount: 1, account: { rate: 1, name: 'Five' } }])
  })

  it('with an unknown key is a problem', async () => {
    const { call } = await staged(lookup(), { ...done, tables })
    expect((await call({ amount: 1 }, { variables: { region: 'US' } })).outcome).toMatchObject({
      error: {
        code: 'validation_error',
        problems: [{ path: 'account', expected: 'a key of the table rates', received: 'string "US"' }],
      },
    })
  })

  it('in a table that nobody declares costs the tool', async () => {
    const { diagnostics, definitions } = await staged(lookup(), done)
    expect(diagnostics).toMatchObject([{ code: 'ABL3007', file: 'agents/shop/tools/shop.tools.abl' }])
    expect(definitions).toEqual({})
  })
})

describe('a hidden parameter', () => {
  const source = charge('hidden: true\ndefault: "house"')

  it('is sent with its default, whatever the model says', async () => {
    const { call, attempts, definitions } = await staged(source, done)
    await call({ amount: 1, account: 'mine' })
    expect(attempts).toEqual([{ amount: 1, account: 'house' }])
    expect(JSON.stringify(definitions.charge?.input_schema)).not.toContain('account')
  })
})

describe('a parameter that traces may not show', () => {
  it('is «hidden» there, and known as such', async () => {
    const source = charge('source: system\nvalue: session.account\nvisibility: {model: true, trace: false}')
    const { call, definitions } = await staged(source, done)
    const { traces } = await call({ amount: 1 }, { variables: { account: 'private' } })
    expect(traces).toContain('source: `account` from session.account: «hidden»')
    expect(definitions.charge?.hiddenInTraces).toEqual(['account'])
  })

  it('others are shown', async () => {
    const { call } = await staged(charge('source: system\nvalue: session.account'), done)
    const { traces } = await call({ amount: 1 }, { variables: { account: 'a-1' } })
    expect(traces).toContain('source: `account` from session.account: string "a-1"')
  })
})
