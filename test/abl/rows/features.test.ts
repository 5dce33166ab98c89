import { expect, it } from 'vitest'
import { abl, check, codes, parse, places, toolOf } from '../../helpers/abl.ts'

it('reads when a person must agree, and to what', () => {
  const { confirmation } = toolOf(abl`
    TOOLS:
      pay(amount: number, recipient: string) -> object
        confirmation:
          require: always
          immutable_params: [recipient]
          consent_required_in: explicit_prompt
          consent_scope: [payments, "contacts:read"]
          consent_action: authorize_payment
          consent_fallback: block
  `)
  expect(confirmation).toEqual({
    require: 'always',
    immutableParams: ['recipient'],
    consentRequiredIn: 'explicit_prompt',
    consentScope: ['payments', 'contacts:read'],
    consentAction: 'authorize_payment',
    consentFallback: 'block',
  })
})

it.each([
  ['require: sometimes', 'always, never, when_side_effects'],
  ['consent_required_in: mail', 'conversation, explicit_prompt'],
  ['consent_fallback: allow', 'explicit_prompt, block'],
])('refuses the confirmation `%s`', (property, words) => {
  const { diagnostics } = parse(abl`
    TOOLS:
      pay() -> object
        confirmation:
          ${property}
  `)
  expect(codes(diagnostics)).toEqual(['ABL2011'])
  expect(diagnostics[0]?.message).toContain(words)
})

it('refuses an immutable parameter that does not exist', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      pay(recipient: string) -> object
        confirmation:
          immutable_params:
            - recipient
            - recipent
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2010', hint: 'did you mean `recipient`?', range: { start: { line: 6, column: 11 } } },
  ])
})

it('reads `effect` and `provides`', () => {
  const tool = toolOf(abl`
    TOOLS:
      set_address(address: object) -> {saved: boolean}
        effect: state_write          # read_only | state_write | side_effect
        provides: [shipping_address, shipping.zone]
  `)
  expect(tool).toMatchObject({ effect: 'state_write', provides: ['shipping_address', 'shipping.zone'] })
})

it('refuses a tool that says it only reads, but writes', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      a() -> object
        description: "x"
        effect: read_only
        context_access:
          write: [user.name]
      b() -> object
        description: "x"
        effect: read_only
        on_result:
          do:
            - IF: result.x
              SET: a = 1
      c() -> object
        description: "x"
        effect: read_only
        hints: {side_effects: true}
      d() -> object
        description: "x"
        effect: read_only
        on_result:
          do:
            - LOG: "seen"
  `)
  expect(places(diagnostics)).toEqual(['ABL3011 6:7', 'ABL3011 10:5', 'ABL3011 17:13'])
  expect(codes(parse('TOOLS:\n  f()\n    effect: readonly\n').diagnostics)).toEqual(['ABL2011'])
})

it('reads what compaction keeps', () => {
  const { compaction } = toolOf(abl`
    TOOLS:
      search(query: string) -> {items: object[]}
        compaction:
          essential_fields: [items.id, items.name]
          max_description_length: 500
          summary_timeout_ms: 3000
  `)
  expect(compaction).toEqual({
    essentialFields: ['items.id', 'items.name'],
    maxDescriptionLength: 500,
    summaryTimeoutMs: 3_000,
  })
})

it('knows a newer key of compaction', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        compaction:
          max_search_tokens: 100
          maxlength: 5
  `)
  expect(places(diagnostics)).toEqual(['ABL2009 4:7', 'ABL2007 5:7'])
})

it('reads the stages around a call', () => {
  const { process } = toolOf(abl`
    TOOLS:
      quote(amount: number, from: string) -> {converted: number}
        process:
          before:
            use: normalize_amount
            params:
              amount_cents: "amount * 100"
              upper: UPPER(from)
            require: [amount > 0]
            on_fail: block("No amount.")
          after:
            use: tidy
            result:
              converted: "result.amount_cents / 100"
            on_fail: use_original
  `)
  expect(process).toEqual({
    before: {
      use: 'normalize_amount',
      params: [
        { name: 'amount_cents', value: 'amount * 100' },
        { name: 'upper', value: 'UPPER(from)' },
      ],
      require: ['amount > 0'],
      onFail: { kind: 'block', message: 'No amount.' },
    },
    after: {
      use: 'tidy',
      result: [{ name: 'converted', value: 'result.amount_cents / 100' }],
      onFail: { kind: 'use_original' },
    },
  })
})

it('knows the five things to do when a stage does not hold', () => {
  const { tools } = parse(abl`
    TOOLS:
      a() -> object
        process: {before: {on_fail: block("1")}}
      b() -> object
        process: {before: {on_fail: reask("2")}}
      c() -> object
        process: {before: {on_fail: warn("3")}}
      d() -> object
        process: {before: {on_fail: use_original}}
      e() -> object
        process: {before: {on_fail: fallback("5")}}
  `)
  expect(tools.map(tool => tool.process?.before?.onFail)).toEqual([
    { kind: 'block', message: '1' },
    { kind: 'reask', message: '2' },
    { kind: 'warn', message: '3' },
    { kind: 'use_original' },
    { kind: 'fallback', message: '5' },
  ])
})

it('looks up the transforms that `use` names', () => {
  const source = abl`
    TOOLS:
      f() -> object
        description: "x"
        process:
          before:
            use: normalise
  `
  expect(check(source, { known: { transform: ['normalize'] } }).diagnostics).toMatchObject([
    { code: 'ABL3007', message: 'There is no transform `normalise`.', hint: 'did you mean `normalize`?' },
  ])
})

it('warns about caching what has side effects', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        hints:
          cacheable: true
          side_effects: true
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL3011', severity: 'warning', range: { start: { line: 5, column: 7 } } },
  ])
})

it('reads the four kinds of access to personal data', () => {
  const { tools } = parse(abl`
    TOOLS:
      a() -> object
        pii_access: tools
      b() -> object
        pii_access: user
      c() -> object
        pii_access: logs
      d() -> object
        pii_access: llm
      e() -> object
  `)
  expect(tools.map(tool => tool.piiAccess)).toEqual(['tools', 'user', 'logs', 'llm', undefined])
})

it('knows a newer word of `pii_access` and refuses others', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      a() -> object
        pii_access: original
      b() -> object
        pii_access: all
  `)
  expect(codes(diagnostics)).toEqual(['ABL2009', 'ABL2011'])
})

it('reads which session variables a tool reads and writes', () => {
  const { contextAccess } = toolOf(abl`
    TOOLS:
      update(name: string) -> {updated: boolean}
        context_access:
          read: [user.id, session.user.email]
          write: [user.name]
  `)
  expect(contextAccess).toEqual({ read: ['user.id', 'user.email'], write: ['user.name'] })
})

it('refuses a path that leads into the machinery', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      update() -> object
        context_access:
          read: [user.__proto__]
          write: [a b]
  `)
  expect(codes(diagnostics)).toEqual(['ABL2011', 'ABL2011'])
})

it('keeps the raw result unless told otherwise', () => {
  const { tools } = parse(abl`
    TOOLS:
      a() -> object
      b() -> object
        store_result: false
  `)
  expect(tools.map(tool => tool.storeResult)).toEqual([true, false])
})

it.each([
  ['provides: name', 'write [a, b], or `- entry` lines below the key'],
  ['confirmation: always', 'write {key: value}, or `key: value` lines below the key'],
])('shows how `%s` should be written', (property, hint) => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        ${property}
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL2011', hint }])
})
