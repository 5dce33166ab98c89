import { expect, it } from 'vitest'
import { abl, bindingOf, check, codes, parse, places } from '../../helpers/abl.ts'

it('reads an MCP tool with its name on the server and its headers', () => {
  const binding = bindingOf(
    abl`
      TOOLS:
        search(query: string) -> {results: object[]}
          type: mcp
          server: "brave-search"
          server_tool: "brave_web_search"
          headers:
            X-User: "{{session.user_id}}"
            X-Key: "{{config.BRAVE_KEY}}"
    `,
    'mcp',
  )
  expect(binding).toEqual({
    type: 'mcp',
    server: 'brave-search',
    serverTool: 'brave_web_search',
    headers: [
      { name: 'X-User', value: '{{session.user_id}}' },
      { name: 'X-Key', value: '{{config.BRAVE_KEY}}' },
    ],
  })
})

it('looks up the MCP server', () => {
  const source = abl`
    TOOLS:
      search(query: string) -> object
        description: "x"
        type: mcp
        server: "brave-serch"
  `
  expect(check(source, { known: { mcpServer: ['brave-search'] } }).diagnostics).toMatchObject([
    { code: 'ABL3007', message: 'There is no MCP server `brave-serch`.', hint: 'did you mean `brave-search`?' },
  ])
})

it('reads a sandbox tool with its limits and its code', () => {
  const binding = bindingOf(
    abl`
      TOOLS:
        tax(income: number, state: string) -> {tax: number}
          type: sandbox
          runtime: javascript
          timeout: 5000
          memory_mb: 128
          code: |
            const rates = { CA: 0.133 };
            return { tax: income * (rates[state] || 0.05) };
    `,
    'sandbox',
  )
  expect(binding).toEqual({
    type: 'sandbox',
    runtime: 'javascript',
    timeout: 5_000,
    memoryMb: 128,
    code: 'const rates = { CA: 0.133 };\nreturn { tax: income * (rates[state] || 0.05) };',
  })
})

it('asks for the runtime and the code of a sandbox tool', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      a() -> object
        type: sandbox
      b() -> object
        type: sandbox
        runtime: ruby
        code: "1"
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2012', message: '`runtime` is missing.' },
    { code: 'ABL2012', message: '`code` is missing.' },
    { code: 'ABL2011', message: '`runtime` must be one of javascript, python, not `ruby`.' },
  ])
})

it('refuses a parameter that is a word of the code language', () => {
  const { diagnostics, tools } = check(abl`
    TOOLS:
      a(class: string, lambda: string) -> object
        description: "x"
        type: sandbox
        runtime: javascript
        code: "return 1"
      b(class: string, lambda: string, from: string) -> object
        description: "x"
        type: sandbox
        runtime: python
        code: "return 1"
  `)
  expect(codes(diagnostics)).toEqual(['ABL3012', 'ABL3012', 'ABL3012', 'ABL3012'])
  expect(diagnostics[0]).toMatchObject({ message: 'The parameter `class` is a reserved word of javascript.' })
  expect(tools).toEqual([])
})

it('reads a lambda tool', () => {
  const source = abl`
    TOOLS:
      process(url: string) -> {text: string}
        description: "x"
        type: lambda
        function: "document-processor"
        runtime: "nodejs20"
        timeout: 30000
  `
  expect(bindingOf(source, 'lambda')).toEqual({
    type: 'lambda',
    function: 'document-processor',
    runtime: 'nodejs20',
    timeout: 30_000,
  })
  expect(check(source, { known: { function: [] } }).diagnostics).toMatchObject([
    { code: 'ABL3007', message: 'There is no function `document-processor`.' },
  ])
})

it('reads an asynchronous webhook', () => {
  const binding = bindingOf(
    abl`
      TOOLS:
        report(kind: string) -> {report_url: string}
          type: async_webhook
          endpoint: "https://reports.example.com/generate"
          method: put
          headers:
            X-Kind: "{{kind}}"
          callback_url_field: "meta.callback"
          timeout_seconds: 60
    `,
    'async_webhook',
  )
  expect(binding).toEqual({
    type: 'async_webhook',
    endpoint: 'https://reports.example.com/generate',
    method: 'PUT',
    headers: [{ name: 'X-Kind', value: '{{kind}}' }],
    callbackUrlField: 'meta.callback',
    timeoutSeconds: 60,
  })
})

it('knows where a webhook puts its URL and how long it waits', () => {
  const binding = bindingOf(
    abl`
      TOOLS:
        report() -> object
          type: async_webhook
          endpoint: "/generate"
          method: POST
    `,
    'async_webhook',
  )
  expect(binding).toMatchObject({ callbackUrlField: 'callbackUrl', timeoutSeconds: 3_600 })
})

it('refuses GET for a webhook, and a URL put into something that is no object', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      base_url: "https://h"
      a() -> object
        description: "x"
        type: async_webhook
        endpoint: "/x"
        method: GET
      b(meta: string) -> object
        description: "x"
        type: async_webhook
        endpoint: "/x"
        method: POST
        callback_url_field: meta.cb
      c(meta: object) -> object
        description: "x"
        type: async_webhook
        endpoint: "/x"
        method: POST
        callback_url_field: meta.cb
      d(meta: object) -> object
        description: "x"
        type: async_webhook
        endpoint: "/x"
        method: POST
        callback_url_field: meta
  `)
  expect(places(diagnostics)).toEqual(['ABL2011 7:13', 'ABL3009 13:5', 'ABL3009 25:5'])
})

it('reads a workflow tool', () => {
  const source = abl`
    TOOLS:
      start(customer_id: string, plan: string) -> {run_id: string}
        description: "x"
        type: workflow
        workflow_id: "customer-onboarding"
        mode: async
        timeout_ms: 60000
        param_mapping:
          customerId: customer_id
          selectedPlan: plan
  `
  expect(bindingOf(source, 'workflow')).toEqual({
    type: 'workflow',
    workflowId: 'customer-onboarding',
    mode: 'async',
    timeoutMs: 60_000,
    paramMapping: [
      { name: 'customerId', value: 'customer_id' },
      { name: 'selectedPlan', value: 'plan' },
    ],
  })
  expect(check(source, { known: { workflow: ['customer-offboarding'] } }).diagnostics).toMatchObject([
    { code: 'ABL3007', message: 'There is no workflow `customer-onboarding`.' },
  ])
})

it('waits for a workflow and passes its parameters by name unless told otherwise', () => {
  const binding = bindingOf(
    abl`
      TOOLS:
        start() -> object
          type: workflow
          workflow_id: "w"
    `,
    'workflow',
  )
  expect(binding).toEqual({ type: 'workflow', workflowId: 'w', mode: 'sync' })
})

it('refuses a mapping from a parameter that does not exist', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      start(customer_id: string) -> object
        type: workflow
        workflow_id: "w"
        param_mapping:
          customerId: customer
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL2010', range: { start: { line: 6, column: 19 } } }])
})

it('says nothing about `workflow_version` and `trigger_id`', () => {
  const source = abl`
    TOOLS:
      start() -> object
        description: "x"
        type: workflow
        workflow_id: "w"
        workflow_version: 3
        trigger_id: "t"
  `
  expect(check(source).diagnostics).toEqual([])
  expect(source).toMatch(/workflow_version[\s\S]*trigger_id/)
})

it('reads a search tool', () => {
  const source = abl`
    TOOLS:
      search(query: string) -> {results: object[]}
        description: "x"
        type: searchai
        index_id: "hr-policies"
        kb_name: "HR Policies"
        search_instructions: "Prefer the newest version."
  `
  expect(bindingOf(source, 'searchai')).toEqual({
    type: 'searchai',
    indexId: 'hr-policies',
    kbName: 'HR Policies',
    searchInstructions: 'Prefer the newest version.',
  })
  expect(check(source, { known: { index: [] } }).diagnostics).toMatchObject([
    { code: 'ABL3007', message: 'There is no search index `hr-policies`.' },
  ])
})

it('warns about a tenant in a file', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      search(query: string) -> object
        type: searchai
        index_id: "hr"
        tenant_id: "acme"
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2014', severity: 'warning', range: { start: { line: 5, column: 5 } } },
  ])
})
