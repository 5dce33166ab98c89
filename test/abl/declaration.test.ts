import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDeclaration } from '../../src/abl/index.ts'
import type { ToolDeclaration } from '../../src/core/tool-declaration.ts'
import { abl, toolOf } from '../helpers/abl.ts'

const place = { tool: 'pay', file: 'agents/shop/tools/pay.ts', parameters: ['amount', 'recipient'] }

function read(declaration: ToolDeclaration) {
  return readDeclaration(declaration, place)
}

const everything: ToolDeclaration = {
  effect: 'state_write',
  confirmation: { require: 'always', immutable_params: ['recipient'], consent_scope: ['payments'] },
  hints: { cacheable: false, latency: 'slow', side_effects: true, requires_auth: true, timeout: 500 },
  compaction: { essential_fields: ['items.id'], max_description_length: 20, summary_timeout_ms: 100 },
  pii_access: 'user',
  provides: ['balance'],
  context_access: { read: ['user.id'], write: ['session.user.name'] },
  process: {
    before: {
      use: 'cents',
      params: { cents: 'amount * 100' },
      require: ['amount > 0'],
      on_fail: 'reask("How, much?")',
    },
    after: { result: { paid: 'result.cents / 100' }, on_fail: 'use_original' },
  },
  on_result: {
    set: { balance: 'result.balance', note: '"paid"', line: '"Paid {{result.paid}}"' },
    do: [
      { IF: 'result.paid > 10', LOG: 'Much: {{result.paid}}' },
      { ELSE: [{ SET: { small: 'true' } }] },
      { CALL: 'notify', WITH: { text: '"Paid, {{amount}}"' }, AS: 'notice' },
      { CLEAR: ['a', 'b'] },
      { RESPOND: 'Done.', FORMATS: { html: '<b>Done.</b>' } },
      { RETURN: 'result.paid' },
      { COMPLETE: true },
    ],
  },
  on_error: { set: { failure: 'error.message' }, do: [{ HANDOFF: 'desk' }, { GOTO: 'start' }] },
  store_result: true,
}

describe('the properties of a tool in code', () => {
  it('mean what the same lines of a file mean', () => {
    const { name, parameters, returns, at, binding, ...inFile } = toolOf(abl`
      TOOLS:
        pay(amount: number, recipient: string) -> object
          effect: state_write
          confirmation:
            require: always
            immutable_params: [recipient]
            consent_scope: [payments]
          hints: {cacheable: false, latency: slow, side_effects: true, requires_auth: true, timeout: 500}
          compaction:
            essential_fields: [items.id]
            max_description_length: 20
            summary_timeout_ms: 100
          pii_access: user
          provides: [balance]
          context_access:
            read: [user.id]
            write: [user.name]
          process:
            before:
              use: cents
              params:
                cents: amount * 100
              require: [amount > 0]
              on_fail: reask("How, much?")
            after:
              result:
                paid: result.cents / 100
              on_fail: use_original
          on_result:
            set:
              balance: result.balance
              note: "paid"
              line: "Paid {{result.paid}}"
            do:
              - IF: result.paid > 10
                LOG: "Much: {{result.paid}}"
              - ELSE:
                  SET: small = true
              - CALL: notify
                WITH:
                  text: "Paid, {{amount}}"
                AS: notice
              - CLEAR: [a, b]
              - RESPOND: "Done."
                FORMATS:
                  html: "<b>Done.</b>"
              - RETURN: result.paid
              - COMPLETE: true
          on_error:
            set:
              failure: error.message
            do:
              - HANDOFF: desk
              - GOTO: start
    `)
    const { properties, diagnostics } = read(everything)
    expect(diagnostics).toEqual([])
    expect(properties).toEqual(inFile)
  })

  it('keep no raw result unless they say so', () => {
    expect(read({ effect: 'read_only' }).properties.storeResult).toBe(false)
  })

  it('leave out what is undefined', () => {
    expect(read({ hints: { cacheable: undefined, timeout: 5 } }).properties.hints).toEqual({ timeout: 5 })
  })
})

describe('a problem in them', () => {
  const cases: [string, unknown, string, string][] = [
    ['a word that is none', { effect: 'readonly' }, 'ABL2011', '`effect` must be one of'],
    ['an expression', { process: { before: { require: ['amount >'] } } }, 'ABL2013', ''],
    ['an expression as written', { on_result: { set: { a: 'result.(' } } }, 'ABL2013', ''],
    ['an unknown property', { hints: { cachable: true } }, 'ABL2007', '`cachable` is no property'],
    ['an unknown parameter', { confirmation: { immutable_params: ['recipent'] } }, 'ABL2010', '`recipent`'],
    ['a number that is none', { hints: { timeout: '5 s' } }, 'ABL2011', '`timeout`'],
    ['a list that is none', { provides: 'balance' }, 'ABL2011', '`provides` must be a list'],
    ['a message without quotes', { process: { before: { on_fail: 'reask(x)' } } }, 'ABL2011', '`reask`'],
    ['a reader that writes', { effect: 'read_only', context_access: { write: ['a'] } }, 'ABL3011', 'read_only'],
    ['a function', { effect: () => 'read_only' }, 'ABL2011', '`effect`'],
  ]
  for (const [name, declaration, code, text] of cases) {
    it(`names the tool and the file: ${name}`, () => {
      const { diagnostics } = read(declaration as ToolDeclaration)
      expect(diagnostics).toMatchObject([{ code, file: 'agents/shop/tools/pay.ts' }])
      expect(diagnostics[0]?.message).toMatch(/^Tool `pay`: /)
      expect(diagnostics[0]?.message).toContain(text)
      expect(diagnostics[0]?.range).toBeUndefined()
    })
  }

  it('is a transform that the project does not have', () => {
    const known = { transform: ['cents'] }
    const { diagnostics } = readDeclaration({ process: { before: { use: 'cent' } } }, { ...place, known })
    expect(diagnostics).toMatchObject([{ code: 'ABL3007', hint: 'did you mean `cents`?' }])
  })

  it('never throws, whatever stands there', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        const declaration = { on_result: one, process: other, hints: other, provides: one } as ToolDeclaration
        expect(read(declaration).properties.hints).toBeTypeOf('object')
      }),
    )
  })
})
