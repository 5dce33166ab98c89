import { describe, expect, it } from 'vitest'
import { compileEndpoint, evaluateExpression, fillTemplate } from '../../src/abl/index.ts'
import { abl, bindingOf, check, codes, files, parameterOf, parse, places, toolOf } from '../helpers/abl.ts'

describe('comments and quotes', () => {
  it('ends a value at a hash after white space', () => {
    const { visibility } = parameterOf(
      abl`
        TOOLS:
          charge(customer_id: string = "c1") -> {ok: boolean}
            parameters:
              customer_id:
                hidden: true   # not for the model
      `,
      'customer_id',
    )
    expect(visibility).toEqual({ model: false, trace: true })
  })

  it('keeps a hash inside quotes', () => {
    const source = abl`
      TOOLS:
        look_up() -> object
          type: http
          endpoint: "https://legacy.example.com/Policies"
          method: POST
          protocol: soap
          soap_action: "urn:Policies#find"
    `
    expect(bindingOf(source, 'http').soapAction).toBe('urn:Policies#find')
  })

  it.each([
    ['https://x/y#frag', 'https://x/y#frag'],
    ['https://x/y #frag', 'https://x/y'],
  ])('reads the unquoted endpoint %s as %s', (written, read) => {
    const source = abl`
      TOOLS:
        get() -> object
          type: http
          endpoint: ${written}
          method: GET
    `
    expect(bindingOf(source, 'http').endpoint).toBe(read)
  })

  it('says that a hash may have eaten a value', () => {
    const { diagnostics } = parse(abl`
      TOOLS:
        paint() -> object
          type: http
          endpoint: "/paint"
          method: POST
          headers:
            X-Colour: #fff
    `)
    expect(diagnostics).toMatchObject([
      {
        code: 'ABL1006',
        hint: 'did `#` start a comment? put the value in quotes',
        range: { start: { line: 7, column: 7 } },
      },
    ])
  })

  it('does not take the apostrophe of a word for a quote', () => {
    const source = abl`
      TOOLS:
        charge() -> object
          description: Charge the customer's card # note
    `
    expect(toolOf(source).description).toBe("Charge the customer's card")
  })
})

describe('signatures', () => {
  it('reads commas, brackets, arrows and hashes inside a default', () => {
    const tool = toolOf(abl`
      TOOLS:
        f(a: string = "x, y: (z) -> q # no") -> {ok: boolean}
    `)
    expect(tool.parameters).toMatchObject([{ name: 'a', default: 'x, y: (z) -> q # no' }])
    expect(tool.returns).toEqual({
      kind: 'object',
      fields: [{ name: 'ok', type: { kind: 'boolean' }, optional: false }],
    })
  })

  it('goes on with an arrow on a deeper line', () => {
    const { tools, diagnostics } = parse(abl`
      TOOLS:
        look_up(id: string)
          -> {name: string}
          description: "Finds one"
    `)
    expect(diagnostics).toEqual([])
    expect(tools).toMatchObject([{ name: 'look_up', description: 'Finds one', returns: { kind: 'object' } }])
  })

  it('goes on with an arrow even after a default that holds one', () => {
    const tool = toolOf(abl`
      TOOLS:
        look_up(id: string = "a -> b")   # note
          # and another
          -> {name: string}
    `)
    expect(tool).toMatchObject({ parameters: [{ default: 'a -> b' }], returns: { kind: 'object' } })
  })

  it('does not go on with an arrow at the column of the tools', () => {
    const { tools, diagnostics } = parse(abl`
      TOOLS:
        look_up(id: string)
        -> {name: string}
    `)
    expect(places(diagnostics)).toEqual(['ABL2001 3:3'])
    expect(tools.map(tool => tool.name)).toEqual(['look_up'])
  })

  it('reads a return type over seven lines', () => {
    const { tools, diagnostics } = parse(abl`
      TOOLS:
        search(query: string) -> {
          items: {
            id: string,

            price: number
          }[],
          total: number
        }
          description: "Searches"
        other() -> string
    `)
    expect(diagnostics).toEqual([])
    expect(tools.map(tool => tool.name)).toEqual(['search', 'other'])
    expect(tools[0]?.description).toBe('Searches')
  })

  it('points at the place where a colon is missing and goes on with the next tool', () => {
    const { tools, diagnostics } = parse(abl`
      TOOLS:
        f(a string) -> string
          description: "x"
        g() -> string
    `)
    expect(places(diagnostics)).toEqual(['ABL2001 2:7'])
    expect(tools.map(tool => tool.name)).toEqual(['g'])
  })

  it('points at the bracket that is never closed and goes on with the next tool', () => {
    const { tools, diagnostics } = parse(abl`
      TOOLS:
        f(a: string -> string
          description: "x"
          type: http
        g() -> string
    `)
    expect(places(diagnostics)).toEqual(['ABL1004 2:4'])
    expect(tools.map(tool => tool.name)).toEqual(['g'])
  })

  it('takes words of the language as names of parameters', () => {
    const tool = toolOf(abl`
      TOOLS:
        search(date: date, from: string, to: string, type: string, file: string, timeout: number, items: object[]) -> object
    `)
    expect(tool.parameters.map(parameter => parameter.name)).toEqual([
      'date',
      'from',
      'to',
      'type',
      'file',
      'timeout',
      'items',
    ])
  })

  it('tells a tool called `file` from an import', () => {
    const { tools, imports } = parse(
      abl`
        TOOLS:
          file: "./tools/x.tools.abl"
          file(path: string) -> string
      `,
      'agents/a/agent.abl',
    )
    expect(tools.map(tool => tool.name)).toEqual(['file'])
    expect(imports).toEqual([{ path: './tools/x.tools.abl' }])
  })
})

describe('fields and enrichment', () => {
  it('reads the fields of a parameter that is called like an enrichment key', () => {
    const source = abl`
      TOOLS:
        create_order(customer: object, items: object[]) -> {order_id: string}
          parameters:
            items:
              product_id: string
    `
    expect(parameterOf(source, 'items').type).toEqual({
      kind: 'array',
      items: { kind: 'object', fields: [{ name: 'product_id', type: { kind: 'string' }, optional: false }] },
    })
  })

  it('takes types for fields even when they are called like enrichment keys', () => {
    const source = abl`
      TOOLS:
        save(item: object) -> object
          parameters:
            item:
              description: string
              value: string
    `
    expect(parameterOf(source, 'item').type).toMatchObject({ fields: [{ name: 'description' }, { name: 'value' }] })
  })

  it('takes the same keys for enrichment once one value is no type', () => {
    const source = abl`
      TOOLS:
        save(item: object) -> object
          parameters:
            item:
              description: string
              value: string
              source: system
    `
    expect(parameterOf(source, 'item')).toMatchObject({
      type: { kind: 'object' },
      description: 'string',
      source: { kind: 'system', value: 'string' },
    })
  })

  it('asks for `properties:` when fields and enrichment are mixed', () => {
    const { diagnostics } = parse(abl`
      TOOLS:
        save(item: object) -> object
          parameters:
            item:
              name: string
              source: system
              value: session.item
    `)
    expect(diagnostics).toMatchObject([{ code: 'ABL3009', hint: 'use properties: for the fields' }])
    expect(places(diagnostics)).toEqual(['ABL3009 5:9'])
  })
})

describe('values that could be two things', () => {
  it('reads braces in pairs as a template, not a map', () => {
    const source = abl`
      TOOLS:
        start() -> object
          type: workflow
          workflow_id: onboarding
          timeout_ms: {{config.WF_TIMEOUT}}
    `
    expect(bindingOf(source, 'workflow').timeoutMs).toBe('{{config.WF_TIMEOUT}}')
  })

  it.each([['"EU" == region'], [`"region == 'EU'"`], ['region == "EU"']])(
    'reads `when: %s` as a condition on the region',
    async when => {
      const source = abl`
      TOOLS:
        submit(region: string) -> object
          type: http
          endpoint: "https://a.example.com/x"
          method: POST
          request_variants:
            - when: ${when}
              endpoint: "https://b.example.com/x"
    `
      const read = bindingOf(source, 'http').variants[0]?.when ?? ''
      expect(await evaluateExpression(read, { parameters: { region: 'EU' } })).toMatchObject({ value: true })
      expect(await evaluateExpression(read, { parameters: { region: 'US' } })).toMatchObject({ value: false })
    },
  )

  it('reads a quoted value as a text in `set` and as an expression in `params`', async () => {
    const tool = toolOf(abl`
      TOOLS:
        run(failed: boolean) -> object
          on_result:
            set:
              status: "failed"
          process:
            before:
              params:
                x: "failed"
    `)
    const set = tool.onResult?.set[0]?.value.text ?? ''
    const param = tool.process?.before?.params[0]?.value ?? ''
    expect(await evaluateExpression(set, { parameters: { failed: true } })).toMatchObject({ value: 'failed' })
    expect(await evaluateExpression(param, { parameters: { failed: true } })).toMatchObject({ value: true })
  })

  it('splits a list of expressions at its own commas only', () => {
    const tool = toolOf(abl`
      TOOLS:
        run(a: number, b: number, c: number, name: string) -> object
          process:
            before:
              require: [MAX(a, b) > 0, c IN [1, 2], name != "a,b"]
    `)
    expect(tool.process?.before?.require).toEqual(['MAX(a, b) > 0', 'c IN [1, 2]', 'name != "a,b"'])
  })

  it('reads a message with quotes, a comma and brackets', () => {
    const tool = toolOf(abl`
      TOOLS:
        run() -> object
          process:
            before:
              on_fail: reask("Say \"yes\", please (or no).")
    `)
    expect(tool.process?.before?.onFail).toEqual({ kind: 'reask', message: 'Say "yes", please (or no).' })
  })

  it.each(['reask()', 'retry("x")', 'reask', 'block("a", "b")'])('refuses `on_fail: %s`', written => {
    const { diagnostics } = parse(abl`
      TOOLS:
        run() -> object
          process:
            after:
              on_fail: ${written}
    `)
    expect(codes(diagnostics)).toEqual(['ABL2011'])
  })
})

describe('pipe blocks', () => {
  it('keeps comments, blank lines and deeper lines, and reads the property after it', () => {
    const source = abl`
      TOOLS:
        count(text: string) -> {n: number}
          type: sandbox
          runtime: python
          code: |
            # counts words
            n = 0

            for word in text.split():
                n += 1
            return {"n": n}
          timeout: 5000
    `
    const { code, timeout } = bindingOf(source, 'sandbox')
    expect(code).toBe('# counts words\nn = 0\n\nfor word in text.split():\n    n += 1\nreturn {"n": n}')
    expect(timeout).toBe(5000)
  })

  it('takes away the smallest indentation, whichever line has it', () => {
    const source = abl`
      TOOLS:
        f() -> object
          type: sandbox
          runtime: javascript
          code: |
              const a = 1
            const b = 2
              return {a, b}
    `
    expect(bindingOf(source, 'sandbox').code).toBe('  const a = 1\nconst b = 2\n  return {a, b}')
  })
})

describe('indentation', () => {
  it('reads tabs and spaces, CRLF and a byte order mark', () => {
    const { tools, diagnostics } = parse(
      '\ufeffTOOLS:\r\n\tf() -> string\r\n        description: "x"\r\n\tg() -> string\r',
    )
    expect(diagnostics).toEqual([])
    expect(tools.map(tool => [tool.name, tool.description])).toEqual([
      ['f', 'x'],
      ['g', ''],
    ])
  })

  it('refuses a sibling at a third column', () => {
    const { diagnostics } = parse(abl`
      TOOLS:
        f() -> string
          description: "x"
         store_result: false
    `)
    expect(diagnostics).toMatchObject([
      { code: 'ABL1001', message: expect.stringContaining('Indentation 3 does not match 4') },
    ])
  })

  it('does not pass over a tool at column 0', () => {
    const { diagnostics, tools } = parse(abl`
      TOOLS:
      f() -> string
        description: "x"
    `)
    expect(diagnostics).toMatchObject([
      { code: 'ABL1009', hint: 'indent it under TOOLS:', range: { start: { line: 2, column: 1 } } },
    ])
    expect(tools).toEqual([])
  })

  it('leaves a bracket in plain text alone', () => {
    const tool = toolOf(abl`
      TOOLS:
        f() -> string
          description: see (a
          store_result: false
    `)
    expect(tool).toMatchObject({ description: 'see (a', storeResult: false })
  })
})

describe('endpoints', () => {
  const base = 'https://h/v1/'

  it.each([
    ['/a', 'https://h/v1/a'],
    ['a', 'https://h/v1/a'],
    ['https://o/b', 'https://o/b'],
  ])('joins %s to the base as %s', async (endpoint, url) => {
    const source = abl`
      TOOLS:
        base_url: "${base}"

        get() -> object
          type: http
          endpoint: "${endpoint}"
          method: GET
    `
    const binding = bindingOf(source, 'http')
    const compiled = await compileEndpoint(binding.endpoint, binding.baseUrl)
    expect(compiled.ok && compiled.value.fill({})).toMatchObject({ ok: true, url })
  })

  it('refuses an endpoint that names a host without a scheme', () => {
    const { diagnostics } = check(abl`
      TOOLS:
        base_url: "${base}"

        get() -> object
          description: "x"
          type: http
          endpoint: "//evil/c"
          method: GET
    `)
    expect(places(diagnostics)).toEqual(['ABL3004 7:5'])
  })

  it('refuses a path parameter that would climb', async () => {
    const compiled = await compileEndpoint('/x/{id}', base)
    expect(compiled.ok && compiled.value.fill({ parameters: { id: '..' } })).toMatchObject({
      ok: false,
      error: { code: 'validation_error' },
    })
  })
})

describe('and some more', () => {
  it('sends braces that the model wrote as they are', async () => {
    const filled = await fillTemplate(
      '{"note": "{{note}}"}',
      { parameters: { note: '{{config.SECRET}}' }, config: () => 'hidden' },
      'json',
    )
    expect(filled).toMatchObject({ text: '{"note": "{{config.SECRET}}"}' })
  })

  it('keeps an unquoted version a text', () => {
    const source = abl`
      TOOLS:
        f() -> object
          type: http
          endpoint: "/x"
          method: POST
          protocol: soap
          soap_version: 1.1
    `
    expect(bindingOf(source, 'http').soapVersion).toBe('1.1')
  })

  it('passes over the properties that workflows once had', () => {
    const { diagnostics } = parse(abl`
      TOOLS:
        f() -> object
          type: workflow
          workflow_id: w
          workflow_version: 3
          trigger_id: t
    `)
    expect(diagnostics).toEqual([])
  })

  it('lets `retry: 0` of a tool win over the default of the file', () => {
    const source = abl`
      TOOLS:
        retry: 3

        f() -> object
          type: http
          endpoint: "/x"
          method: GET
          retry: 0
    `
    expect(bindingOf(source, 'http').retry).toBe(0)
  })

  it('refuses two default variants', () => {
    const { diagnostics } = check(abl`
      TOOLS:
        f() -> object
          description: "x"
          type: http
          endpoint: "https://h/x"
          method: GET
          request_variants:
            - default: true
            - default: true
    `)
    expect(places(diagnostics)).toEqual(['ABL3009 9:9'])
  })

  it('asks for an upper-case keyword and reads the tools all the same', () => {
    const { diagnostics, tools } = parse(abl`
      tools:
        f() -> string
    `)
    expect(diagnostics).toMatchObject([{ code: 'ABL1008', hint: 'write `TOOLS:`' }])
    expect(tools.map(tool => tool.name)).toEqual(['f'])
  })

  it('passes over the other sections of an agent file with one line each', () => {
    const { diagnostics, tools } = check(
      abl`
        AGENT: Guide

        FLOW:
          entry: start
            oddly: indented
        GATHER:
          - name
        TOOLS:
          f() -> string
            description: "x"
        HANDOFF:
          to: Other
      `,
      { file: 'agents/guide/agent.abl', read: files({}) },
    )
    expect(diagnostics.map(({ code, severity, range }) => [code, severity, range?.start.line])).toEqual([
      ['ABL1011', 'info', 3],
      ['ABL1011', 'info', 6],
      ['ABL1011', 'info', 11],
    ])
    expect(tools.map(tool => tool.name)).toEqual(['f'])
  })
})
