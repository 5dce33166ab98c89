import { expect, it } from 'vitest'
import { abl, check, codes, parse, places, toolOf } from '../../helpers/abl.ts'

it('reads what a result and an error set in the session', () => {
  const tool = toolOf(abl`
    TOOLS:
      get_balance() -> {balance: number}
        on_result:
          set:
            current_balance: result.balance
            session.account.currency = result.currency
        on_error:
          SET:
            balance_error: error.message
            hint: "Failed: {{error.code}}"
  `)
  expect(tool.onResult?.set).toEqual([
    { path: 'current_balance', value: { kind: 'expression', text: 'result.balance' } },
    { path: 'account.currency', value: { kind: 'expression', text: 'result.currency' } },
  ])
  expect(tool.onError?.set).toEqual([
    { path: 'balance_error', value: { kind: 'expression', text: 'error.message' } },
    { path: 'hint', value: { kind: 'template', text: 'Failed: {{error.code}}' } },
  ])
})

it('reads every action, in order', () => {
  const tool = toolOf(abl`
    TOOLS:
      f() -> object
        on_result:
          do:
            - SET: status = "ok"
            - SET:
                a: 1
                b.c: result.x
            - CLEAR: [draft, cart.items]
            - CLEAR: note, other
            - LOG: "seen {{result.id}}"
            - RESPOND: "Found {{result.count}}"
              FORMATS:
                html: "<b>{{result.count}}</b>"
            - FORMATS:
                voice: "found"
            - CALL: notify()
            - CALL: book
              WITH:
                id: result.id
              AS: booking
            - DELEGATE: helper
              WITH: {request: "Check {{result.id}}"}
            - HANDOFF: billing
            - GOTO: payment
            - THEN: review
            - RETURN: {total: result.sum}
            - COMPLETE: true
  `)
  expect(tool.onResult?.actions).toEqual([
    { do: 'set', assignments: [{ path: 'status', value: { kind: 'expression', text: '"ok"' } }] },
    {
      do: 'set',
      assignments: [
        { path: 'a', value: { kind: 'expression', text: '1' } },
        { path: 'b.c', value: { kind: 'expression', text: 'result.x' } },
      ],
    },
    { do: 'clear', paths: ['draft', 'cart.items'] },
    { do: 'clear', paths: ['note', 'other'] },
    { do: 'log', template: 'seen {{result.id}}' },
    {
      do: 'respond',
      template: 'Found {{result.count}}',
      formats: [{ name: 'html', value: '<b>{{result.count}}</b>' }],
    },
    { do: 'formats', formats: [{ name: 'voice', value: 'found' }] },
    { do: 'call', tool: 'notify', with: [] },
    {
      do: 'call',
      tool: 'book',
      with: [{ path: 'id', value: { kind: 'expression', text: 'result.id' } }],
      as: 'booking',
    },
    {
      do: 'delegate',
      agent: 'helper',
      with: [{ path: 'request', value: { kind: 'template', text: 'Check {{result.id}}' } }],
    },
    { do: 'handoff', agent: 'billing' },
    { do: 'goto', step: 'payment' },
    { do: 'then', step: 'review' },
    { do: 'return', value: { kind: 'expression', text: '{total: result.sum}' } },
    { do: 'complete', value: true },
  ])
})

it('joins IF, WHEN and ELSE that follow each other into one choice', () => {
  const tool = toolOf(abl`
    TOOLS:
      f() -> object
        on_result:
          do:
            - IF: result.n > 10
              LOG: "many"
              SET: size = "big"
            - WHEN: result.n > 0
              LOG: "some"
            - ELSE:
                LOG: "none"
            - IF: result.x
              DO:
                - IF: result.y
                  COMPLETE: true
            - LOG: "end"
            - IF: a
            - ELSE:
              RETURN: 1
  `)
  expect(tool.onResult?.actions).toMatchObject([
    {
      do: 'branch',
      branches: [
        { when: 'result.n > 10', actions: [{ do: 'log', template: 'many' }, { do: 'set' }] },
        { when: 'result.n > 0', actions: [{ do: 'log', template: 'some' }] },
        { actions: [{ do: 'log', template: 'none' }] },
      ],
    },
    {
      do: 'branch',
      branches: [
        {
          when: 'result.x',
          actions: [{ do: 'branch', branches: [{ when: 'result.y', actions: [{ do: 'complete' }] }] }],
        },
      ],
    },
    { do: 'log', template: 'end' },
    { do: 'branch', branches: [{ when: 'a', actions: [] }, { actions: [{ do: 'return' }] }] },
  ])
})

it.each([
  ['- ELSE:', 'ABL2011'],
  ['- SHOUT: "x"', 'ABL2011'],
  ['- RESPOND', 'ABL2011'],
  ['- LOG: "x"\n              WITH: {a: 1}', 'ABL2011'],
  ['- CALL: two words', 'ABL2011'],
  ['- CLEAR: __proto__.x', 'ABL2011'],
  ['- SET: 5', 'ABL2011'],
  ['- SET: a.constructor = 1', 'ABL2011'],
  ['- SET: a = ', 'ABL1006'],
  ['- IF: a ==', 'ABL2013'],
  ['- COMPLETE: maybe', 'ABL2011'],
  ['- LOG:', 'ABL1006'],
  ['- LOG: "{{#if a}}"', 'ABL2013'],
])('refuses the action `%s`', (action, code) => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        on_error:
          do:
            ${action}
  `)
  expect(codes(diagnostics)).toEqual([code])
})

it('offers the action that was probably meant', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        on_result:
          do:
            - RESPONT: "x"
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL2011', hint: 'did you mean `RESPOND`?' }])
})

it('looks up the tools, agents and steps that actions name', () => {
  const source = abl`
    TOOLS:
      f() -> object
        description: "x"
        on_result:
          do:
            - CALL: f
            - CALL: notify
            - HANDOFF: billing
            - DELEGATE: helper
            - GOTO: payment
            - THEN: review
  `
  expect(check(source).diagnostics).toEqual([])
  const known = { tool: ['f', 'notifi'], agent: ['billing'], step: [] }
  expect(check(source, { known }).diagnostics).toMatchObject([
    { message: 'There is no tool `notify`.', hint: 'did you mean `notifi`?' },
    { message: 'There is no agent `helper`.', hint: 'agents: billing' },
    { message: 'There is no step `payment`.', hint: 'there are no steps' },
    { message: 'There is no step `review`.' },
  ])
  expect(places(check(source, { known }).diagnostics)[0]).toBe('ABL3007 7:17')
})
