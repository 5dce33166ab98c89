import { describe, expect, it } from 'vitest'
import { abl } from '../../../helpers/abl.ts'
import { type StagedOptions, staged } from '../../../helpers/staged.ts'

const done: StagedOptions = { attempt: () => 'done' }

function pay(before: string): string {
  return abl`
    TOOLS:
      pay(amount: number, from: string = "EUR") -> any
        description: "Pays"
        type: http
        endpoint: "https://bank.example.com/pay"
        method: POST
        process:
          before:
            ${before.split('\n').join('\n            ')}
  `
}

describe('process.before', () => {
  it('lays computed values over the arguments, in order', async () => {
    const { call, attempts } = await staged(pay('params:\n  cents: amount * 100\n  label: "TO_STRING(cents)"'), done)
    await call({ amount: 5 })
    expect(attempts).toEqual([{ amount: 5, from: 'EUR', cents: 500, label: '500' }])
  })

  it('runs a transform of the project before its own values', async () => {
    const settings = { transforms: { cents: { before: { amount: 'amount * 100' } } } }
    const { call, attempts } = await staged(pay('use: cents\nparams:\n  double: amount * 2'), { ...done, settings })
    await call({ amount: 5 })
    expect(attempts).toEqual([{ amount: 500, from: 'EUR', double: 1000 }])
  })

  it('may not name a transform that there is not', async () => {
    const { diagnostics } = await staged(pay('use: cents'), done)
    expect(diagnostics).toMatchObject([{ code: 'ABL3007', message: 'Tool `pay`: There is no transform `cents`.' }])
  })

  it('demands that every condition holds', async () => {
    const { call, attempts } = await staged(pay('require: [amount > 0, amount < 100]'), done)
    expect((await call({ amount: 5 })).outcome.kind).toBe('ok')
    const { outcome } = await call({ amount: 500 })
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'precondition_failed', type: 'invalid_input', message: '`amount < 100` does not hold' },
    })
    expect(attempts).toHaveLength(1)
  })

  it('reads the session and the project in its conditions', async () => {
    const options = { ...done, settings: { config: { MOST: { value: 10 } } } }
    const { call } = await staged(pay('require: [amount <= session.limit, amount <= config.MOST]'), options)
    expect((await call({ amount: 5 }, { variables: { limit: 7 } })).outcome.kind).toBe('ok')
    expect((await call({ amount: 8 }, { variables: { limit: 7 } })).outcome.kind).toBe('failed')
    expect((await call({ amount: 11 }, { variables: { limit: 70 } })).outcome.kind).toBe('failed')
  })

  it('fails with config_missing when a variable has no value, whatever on_fail says', async () => {
    const { call } = await staged(pay('require: [config.MOST > 1]\non_fail: warn("never mind")'), done)
    expect((await call({ amount: 5 })).outcome).toMatchObject({ error: { code: 'config_missing' } })
  })
})

describe('on_fail', () => {
  const broken = (onFail: string) => pay(`params:\n  cents: amount * 100\nrequire: [amount > 0]\non_fail: ${onFail}`)

  it('block tells its message and sends nothing', async () => {
    const { call, attempts } = await staged(broken('block("Too little.")'), done)
    const { outcome } = await call({ amount: 0 })
    expect(outcome).toMatchObject({ error: { code: 'precondition_failed', message: 'Too little.' } })
    expect(attempts).toEqual([])
  })

  it('reask tells the model to ask the person', async () => {
    const { call, attempts } = await staged(broken('reask("How much?")'), done)
    const { outcome, told } = await call({ amount: 0 })
    expect(outcome).toMatchObject({ error: { code: 'precondition_failed', message: 'Ask the person: How much?' } })
    expect(told[0]).toContain('How much?')
    expect(attempts).toEqual([])
  })

  it('warn goes on and leaves a trace', async () => {
    const { call, attempts } = await staged(broken('warn("odd")'), done)
    const { traces } = await call({ amount: 0 })
    expect(attempts).toEqual([{ amount: 0, from: 'EUR', cents: 0 }])
    expect(traces).toContain('process.before: `amount > 0` does not hold (warn)')
  })

  it('use_original goes on without what was computed', async () => {
    const { call, attempts } = await staged(broken('use_original'), done)
    await call({ amount: 0 })
    expect(attempts).toEqual([{ amount: 0, from: 'EUR' }])
  })

  it('fallback is the result, and the tool is not called', async () => {
    const { call, attempts } = await staged(broken('fallback("Nothing to pay.")'), done)
    expect((await call({ amount: 0 })).value).toBe('Nothing to pay.')
    expect(attempts).toEqual([])
  })

  it('is for expressions that fail, too', async () => {
    const { call } = await staged(pay('params:\n  cents: from * 100'), done)
    expect((await call({ amount: 1 })).outcome).toMatchObject({ error: { code: 'precondition_failed' } })
  })
})

describe('requires_auth', () => {
  const source = abl`
    TOOLS:
      pay(amount: number) -> any
        description: "Pays"
        type: http
        endpoint: "https://bank.example.com/pay"
        method: POST
        hints:
          requires_auth: true
  `

  it('sends nothing for nobody', async () => {
    const { call, attempts } = await staged(source, done)
    expect((await call({ amount: 1 })).outcome).toMatchObject({ error: { code: 'auth_missing' } })
    expect(attempts).toEqual([])
  })

  it('lets the signed-in pass', async () => {
    const { call } = await staged(source, done)
    expect((await call({ amount: 1 }, { user: { id: 'u' } })).outcome.kind).toBe('ok')
  })
})
