import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAbl, printAbl, printTools } from '../../../src/abl/index.ts'
import { hasErrors } from '../../../src/core/diagnostic.ts'
import { abl, dedent, parse, withoutPlaces } from '../../helpers/abl.ts'
import { toolSpec } from '../../helpers/abl-spec.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'

describe('printing', () => {
  it('any tool that is printed reads back as the same tool', () => {
    fc.assert(
      fc.property(toolSpec, spec => {
        const printed = printTools([spec])
        const { tools, diagnostics } = parse(printed)
        if (hasErrors(diagnostics)) throw new Error(`${JSON.stringify(diagnostics[0])}\n${printed}`)
        expect(withoutPlaces(tools)).toEqual(withoutPlaces([spec]))
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('keeps an entry of a list that says nothing', () => {
    const source = abl`
      TOOLS:
        send() -> object
          type: http
          endpoint: /x
          method: GET
          request_variants:
            - {}
            - name: other
    `
    const { tools } = parse(source)
    expect(withoutPlaces(parse(printTools(tools)).tools)).toEqual(withoutPlaces(tools))
    expect(tools[0]?.binding).toMatchObject({ variants: [{ default: false }, { name: 'other' }] })
  })

  it('leaves out what the defaults of the file say already', () => {
    const source = abl`
      TOOLS:
        base_url: "https://h/v1"
        auth: bearer
        timeout: 5000
        retry: 3
        headers:
          X-A: "1"
          X-B: "2"

        plain() -> object
          description: "x"
          type: http
          endpoint: /x
          method: GET

        special() -> object
          description: "x"
          type: http
          endpoint: /y
          method: GET
          auth: none
          retry: 0
          headers:
            X-B: "3"
          hints:
            timeout: 10

        policed() -> object
          description: "x"
          type: http
          endpoint: /z
          method: GET
          auth_profile: desk
          retry_policy:
            max_retries: 2
    `
    const file = parse(source)
    expect(printAbl(file)).toBe(
      dedent(`
        TOOLS:
          base_url: "https://h/v1"
          auth: bearer
          timeout: 5000
          retry: 3
          headers:
            X-A: "1"
            X-B: "2"

          plain() -> object
            description: "x"
            type: http
            endpoint: "/x"
            method: GET

          special() -> object
            description: "x"
            type: http
            endpoint: "/y"
            method: GET
            auth: none
            retry: 0
            headers:
              X-B: "3"
            hints:
              timeout: 10

          policed() -> object
            description: "x"
            type: http
            endpoint: "/z"
            method: GET
            auth_profile: desk
            retry_policy:
              max_retries: 2
      `),
    )
    expect(withoutPlaces(parse(printAbl(file)))).toEqual(withoutPlaces(file))
  })

  it('prints an agent with its imports', () => {
    const source = dedent(`
      AGENT: Guide

      GOAL: "Help"

      PERSONA: |
        You are calm.
        You are brief.

      EXECUTION:
        model: "anthropic/claude-x"
        tool_timeout: 20000

      TOOLS:
        file: "./tools/hotels.tools.abl" [get_hotel, search_hotels]
        file: "./tools/more.tools.abl"

        ask(
          question: string,
          ${'long_name_of_a_parameter: string = "a default that is long, too",\n          '.trimEnd()}
          third: number = 10,
        ) -> {answer: string}
          description: "Asks"
    `)
    expect(printAbl(parseAbl(source, { file: 'agents/guide/agent.abl' }))).toBe(source)
  })

  it('prints an empty file as an empty section', () => {
    expect(printTools([])).toBe('TOOLS:\n')
  })

  it('refuses tools that cannot share a base', () => {
    const [a] = parse(
      'TOOLS:\n  base_url: "https://a"\n  f()\n    type: http\n    endpoint: "/x"\n    method: GET\n',
    ).tools
    const [b] = parse(
      'TOOLS:\n  base_url: "https://b"\n  g()\n    type: http\n    endpoint: "/x"\n    method: GET\n',
    ).tools
    expect(() => printTools([a, b].filter(tool => tool !== undefined))).toThrow(TypeError)
  })
})
