import { expect, it } from 'vitest'
import { abl, check, codes, parse, toolOf } from '../../helpers/abl.ts'

it('chooses the executor by `type`', () => {
  const { tools, diagnostics } = parse(abl`
    TOOLS:
      a() -> object
        type: http
        endpoint: "/a"
        method: GET
      b() -> object
        type: mcp
        server: search
      c() -> object
        type: sandbox
        runtime: python
        code: "return 1"
      d() -> object
        type: lambda
        function: d
      e() -> object
        type: async_webhook
        endpoint: "/e"
        method: POST
      f() -> object
        type: workflow
        workflow_id: f
      g() -> object
        type: searchai
        index_id: g
  `)
  expect(diagnostics).toEqual([])
  expect(tools.map(tool => tool.binding?.type)).toEqual([
    'http',
    'mcp',
    'sandbox',
    'lambda',
    'async_webhook',
    'workflow',
    'searchai',
  ])
})

it('names the seven bindings when `type` is another word', () => {
  const { diagnostics, tools } = parse(abl`
    TOOLS:
      a() -> object
        type: htp
        endpoint: "/a"
  `)
  expect(diagnostics).toMatchObject([
    {
      code: 'ABL2011',
      message: expect.stringContaining('http, mcp, sandbox, lambda, async_webhook, workflow, searchai'),
      hint: 'did you mean `http`?',
      range: { start: { line: 3, column: 11 } },
    },
  ])
  expect(tools).toEqual([])
})

it('leaves a tool without `type` to a tool of its name elsewhere', () => {
  const source = abl`
    TOOLS:
      find_order(id: string) -> object
        description: "Finds an order"
  `
  expect(toolOf(source).binding).toBeUndefined()
  expect(codes(check(source, { known: { tool: ['find_order'] } }).diagnostics)).toEqual([])
  expect(check(source, { known: { tool: ['find_orders'] } }).diagnostics).toMatchObject([
    { code: 'ABL3010', severity: 'warning', range: { start: { line: 2, column: 3 } } },
  ])
})
