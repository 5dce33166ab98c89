import { expect, it } from 'vitest'
import { abl, check, codes, parse, toolOf } from '../../helpers/abl.ts'

it('reads a description in quotes and as a pipe block', () => {
  const { tools } = parse(abl`
    TOOLS:
      a() -> string
        description: "Finds one"
      b() -> string
        description: |
          Finds many.
          Call it last.
  `)
  expect(tools.map(tool => tool.description)).toEqual(['Finds one', 'Finds many.\nCall it last.'])
})

it('warns about a tool without a description', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      a() -> string
      b() -> string
        description: "Finds many"
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL2012', severity: 'warning', message: '`a` has no description.' }])
})

it('reads every hint', () => {
  const { hints } = toolOf(abl`
    TOOLS:
      a() -> string
        hints:
          cacheable: true
          latency: fast
          side_effects: false
          requires_auth: true
          timeout: 5000
  `)
  expect(hints).toEqual({ cacheable: true, latency: 'fast', sideEffects: false, requiresAuth: true, timeout: 5000 })
})

it('leaves a hint open that the file does not give', () => {
  const { hints } = toolOf(abl`
    TOOLS:
      a() -> string
        hints: {cacheable: false}
  `)
  expect(hints).toEqual({ cacheable: false })
})

it.each([
  ['latency: quick', 'one of fast, medium, slow'],
  ['cacheable: yes', '`true` or `false`'],
  ['side_effects: 1', '`true` or `false`'],
  ['timeout: 5s', 'a number of at least 1'],
  ['timeout: 0', 'a number of at least 1'],
])('refuses the hint `%s`', (hint, expected) => {
  const { diagnostics } = parse(abl`
    TOOLS:
      a() -> string
        hints:
          ${hint}
  `)
  expect(codes(diagnostics)).toEqual(['ABL2011'])
  expect(diagnostics[0]?.message).toContain(expected)
})
