import { expect, it } from 'vitest'
import { abl, check, parse, places } from '../../helpers/abl.ts'

const file = 'agents/guide/agent.abl'

it('reads the name, the goal, the persona and the settings of an agent', () => {
  const { agent, diagnostics } = parse(
    abl`
      AGENT: Hotel_Search
      GOAL: "Help people find a room"
      PERSONA: |
        You are calm.
        You are brief.

      EXECUTION:
        model: anthropic/claude-x
        tool_timeout: 20000
        compaction:
          essential_fields: [id]
          max_description_length: 200
    `,
    file,
  )
  expect(diagnostics).toEqual([])
  expect(agent).toEqual({
    name: 'Hotel_Search',
    goal: 'Help people find a room',
    persona: 'You are calm.\nYou are brief.',
    execution: {
      model: 'anthropic/claude-x',
      toolTimeout: 20_000,
      compaction: { essentialFields: ['id'], maxDescriptionLength: 200 },
    },
  })
})

it('says which settings it does not read, in one line each', () => {
  const { diagnostics } = parse(
    abl`
      EXECUTION:
        temperature: 0.2
        tool_timeout: soon
    `,
    file,
  )
  expect(diagnostics).toMatchObject([
    { code: 'ABL1011', severity: 'info', hint: 'read are model, tool_timeout, compaction' },
    { code: 'ABL2011', severity: 'error' },
  ])
})

it('refuses sections of an agent in a file of tools', () => {
  const { diagnostics, tools } = parse(abl`
    AGENT: Guide
    FLOW:
      start: x
    TOOLS:
      f() -> object
  `)
  expect(places(diagnostics)).toEqual(['ABL2014 1:1', 'ABL2014 2:1'])
  expect(tools).toHaveLength(1)
})

it('reads the tools under a repeated keyword, and reports it', () => {
  const { diagnostics, tools } = parse(abl`
    TOOLS:
      f() -> object
    TOOLS:
      g() -> object
  `)
  expect(places(diagnostics)).toEqual(['ABL2004 3:1'])
  expect(tools.map(tool => tool.name)).toEqual(['f', 'g'])
})

it.each([
  ['TOLS:\n  f() -> object\n', 'ABL1011', 'did you mean `TOOLS:`?'],
  ['Persona: x\n', 'ABL1008', 'write `PERSONA:`'],
  ['tool: x\n', 'ABL1009', 'did you mean `TOOLS`?'],
  ['  f() -> object\n', 'ABL1001', 'begin the section keyword at column 0'],
  ['TOOLS: f()\n', 'ABL1005', 'indent the tools below it'],
  ['TOOLS:\n  - f()\n', 'ABL2001', 'leave out the dash'],
  ['TOOLS:\n  f: x\n', 'ABL2007', 'a tool is declared as name(parameter: type) -> type'],
  ['GOAL:\n', 'ABL1006', 'it must be a text'],
  ['AGENT: "a" b\n', 'ABL1005', 'escape quotes inside a text: \\"'],
])('answers %j with %s', (source, code, hint) => {
  expect(check(source, { file }).diagnostics).toMatchObject([{ code, hint }])
})
