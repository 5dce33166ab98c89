import { describe, expect, it } from 'vitest'
import { checkAbl, printAbl } from '../../src/abl/index.ts'
import { hasErrors } from '../../src/core/diagnostic.ts'
import { dedent, files, parse, withoutPlaces } from '../helpers/abl.ts'

const agentFile = 'agents/library/agent.abl'
const toolsFile = 'agents/library/tools/books.tools.abl'

const books = dedent(`
  TOOLS:
    base_url: "https://api.library.example.org/v1"
    auth: bearer

    search_books(title: string, from: date, to: date) -> Book[]
      type: http
      endpoint: "/search"
      method: POST
      description: "Search the catalogue"

    get_book(book_id: string) -> Book
      type: http
      endpoint: "/books/{book_id}"
      method: GET
      description: "Get one book"

    get_book_reviews(book_id: string, limit: number = 5) -> Review[]
      type: http
      endpoint: "/books/{book_id}/reviews"
      method: GET
      description: "Get what readers wrote"
`)

/** One block for each shape in which a page of the language shows a tool. */
const BLOCKS: Readonly<Record<string, string>> = {
  'a declaration with words instead of types': `
    TOOLS:
      some_tool(first: type1, second: type2 = fallback) -> SomeType
        description: "What it is for"
        type: http
        endpoint: "/api/some"
        method: POST`,
  'object parameters with fields': `
    TOOLS:
      register_reader(reader: object, cards: object[]) -> {reader_id: string}
        description: "Register a reader"
        parameters:
          reader:
            name: string
            phone: string
          cards:
            number: string
            level: number`,
  'array parameters': `
    TOOLS:
      find_many(isbns: string[]) -> {books: object[]}
        description: "Look up several books"`,
  'enrichment with comments after values': `
    TOOLS:
      pay_fine(cents: number, reader_id: string) -> {receipt: string}
        description: "Charge the reader's account"
        type: http
        endpoint: "/api/fines"
        method: POST
        parameters:
          reader_id:
            source: system            # model | system | runtime
            value: "session.reader_id"
            hidden: true              # the model never sees it
          cents:
            description: "The fine in cents"
            required: true`,
  'a nested return type': `
    TOOLS:
      search_rooms(branch: string, day: date) -> {rooms: {id: string, name: string, seats: number, free: boolean}[], total: number}
        description: "Search reading rooms"`,
  'a description alone': `
    TOOLS:
      check_card(card: string) -> {name: string, state: string}
        description: "Look up a card and tell whether it is valid"`,
  hints: `
    TOOLS:
      get_fines(reader_id: string) -> {cents: number}
        description: "Get open fines"
        hints:
          cacheable: true
          latency: fast
          timeout: 4000`,
  'an http tool with retries': `
    TOOLS:
      search_loans(reader: string, state: string, since: date) -> {loans: {id: string, due: date}[]}
        description: "Search loans"
        type: http
        endpoint: "https://api.library.example.org/v1/loans"
        method: POST
        auth: bearer
        timeout: 8000
        retry: 2
        retry_delay: 500`,
  'a path parameter': `
    TOOLS:
      get_branch(branch_id: string) -> Branch
        type: http
        endpoint: "/branches/{branch_id}"
        method: GET`,
  headers: `
    TOOLS:
      get_feed(topic: string) -> {entries: object[]}
        type: http
        endpoint: "/api/feed"
        method: POST
        headers:
          X-Api-Version: "2025-06"
          Accept: "application/json"`,
  'OAuth with a secret from the project': `
    TOOLS:
      get_reader(reader_id: string) -> {name: string, email: string}
        type: http
        endpoint: "/api/readers/{reader_id}"
        method: GET
        auth: oauth2_client
        auth_config:
          token_url: "https://login.library.example.org/oauth/token"
          client_id: "front-desk"
          client_secret: "{{config.DESK_SECRET}}"
          scopes: "read:readers"`,
  'an API key under its own header': `
    TOOLS:
      call_printer(document: string) -> {state: string}
        type: http
        endpoint: "https://print.example.org/api"
        method: POST
        auth: api_key
        auth_config:
          header_name: "X-Print-Key"`,
  'profiles with comments': `
    TOOLS:
      open_ticket(subject: string, body: string) -> {ticket_id: string}
        description: "Open a ticket"
        type: http
        endpoint: "https://help.example.org/api/tickets"
        method: POST
        auth_profile: helpdesk          # by name
        tls_profile: helpdesk_mtls      # client certificate
        auth_jit: true                  # only when called
        consent: preflight              # preflight | inline
        connection: per_user            # per_user | shared`,
  'result mapping': `
    TOOLS:
      get_credit() -> {credit: number, unit: string}
        description: "Get the credit"
        type: http
        endpoint: "/api/credit"
        method: GET
        on_result:
          set:
            credit: result.credit
            credit_unit: result.unit
        on_error:
          set:
            credit_error: error.message`,
  'a circuit breaker': `
    TOOLS:
      shaky(query: string) -> {data: string}
        type: http
        endpoint: "https://shaky.example.org/data"
        method: GET
        circuit_breaker:
          threshold: 4
          resetMs: 20000`,
  SOAP: `
    TOOLS:
      find_shelf(mark: string) -> {floor: string, row: string}
        description: "Find a shelf"
        type: http
        endpoint: "https://old.example.org/ShelfService"
        method: POST
        protocol: soap
        soap_version: "1.1"
        soap_action: "urn:ShelfService#find"
        on_soap_fault: error       # error | data`,
  'request variants': `
    TOOLS:
      order_copy(order: object, country: string) -> {ref: string}
        type: http
        endpoint: "https://copies.example.org/world"
        method: POST
        request_variants:
          - name: home
            when: country == "CH"
            endpoint: "https://copies.example.ch/orders"
            body_type: json
          - name: default
            default: true`,
  'an MCP tool': `
    TOOLS:
      web_search(query: string) -> {results: {title: string, url: string}[]}
        description: "Search the web"
        type: mcp
        server: "web"`,
  'an MCP tool under another name': `
    TOOLS:
      search(query: string) -> {results: object[]}
        description: "Search"
        type: mcp
        server: "web"
        server_tool: "web_search_v2"`,
  'JavaScript in a pipe block': `
    TOOLS:
      late_fee(days: number, kind: string) -> {fee: number, rate: number}
        description: "Calculate a fee"
        type: sandbox
        runtime: javascript
        timeout: 4000
        memory_mb: 64
        code: |
          const rates = { book: 20, film: 50 };
          const rate = rates[kind] || 10;
          return { fee: days * rate, rate };`,
  'JavaScript with a call over lines': `
    TOOLS:
      show_price(amount: number, currency: string) -> {text: string}
        type: sandbox
        runtime: javascript
        code: |
          const price = new Intl.NumberFormat('de-CH', {
            style: 'currency',
            currency: currency
          });
          return { text: price.format(amount) };`,
  'Python in a pipe block': `
    TOOLS:
      count_words(text: string) -> {words: number, lines: number}
        type: sandbox
        runtime: python
        code: |
          import re
          words = len(re.findall(r'\\w+', text))   # not a comment of ours
          return {"words": words, "lines": text.count("\\n") + 1}`,
  'a lambda': `
    TOOLS:
      read_scan(scan_url: string, language: string) -> {text: string, pages: number}
        description: "Read a scanned page"
        type: lambda
        function: "scan-reader"
        runtime: "nodejs20"
        timeout: 20000`,
  'a webhook': `
    TOOLS:
      make_report(kind: string, months: string) -> {report_url: string, state: string}
        description: "Make a report, later"
        type: async_webhook
        endpoint: "https://reports.example.org/api/make"
        method: POST
        callback_url_field: "callbackUrl"
        timeout_seconds: 1800`,
  'a workflow': `
    TOOLS:
      start_membership(reader_id: string, plan: string) -> {run_id: string, state: string}
        description: "Start a membership"
        type: workflow
        workflow_id: "membership"
        mode: async
        timeout_ms: 30000
        param_mapping:
          readerId: reader_id
          chosenPlan: plan`,
  'a knowledge base': `
    TOOLS:
      search_rules(query: string) -> {results: object[]}
        description: "Search the house rules"
        type: searchai
        index_id: "rules-v3"
        kb_name: "House rules"
        search_instructions: "Prefer the newest rule."`,
  confirmation: `
    TOOLS:
      cancel_card(reader_id: string, reason: string) -> {done: boolean}
        description: "Cancel a card"
        type: http
        endpoint: "/api/cards/cancel"
        method: POST
        confirmation:
          require: always
          immutable_params: [reader_id]`,
  'effect and provided fields': `
    TOOLS:
      set_branch(branch: object) -> {saved: boolean}
        description: "Keep the reader's branch"
        type: http
        endpoint: "/api/branch"
        method: PUT
        effect: state_write          # read_only | state_write | side_effect
        provides: [home_branch, delivery_zone]`,
  compaction: `
    TOOLS:
      list_books(query: string) -> {books: object[]}
        type: http
        endpoint: "/api/books"
        method: GET
        compaction:
          essential_fields: [books.id, books.title, books.year]
          max_description_length: 300
          summary_timeout_ms: 2000`,
  'stages around the call': `
    TOOLS:
      convert_fee(amount: number, from: string, to: string) -> {converted: number}
        type: http
        endpoint: "/api/convert"
        method: POST
        process:
          before:
            params:
              cents: "amount * 100"
            require: [amount > 0]
            on_fail: reask("Which amount do you mean?")
          after:
            result:
              converted: "result.cents / 100"
            on_fail: warn("The amount could not be converted.")`,
  'access to personal data': `
    TOOLS:
      verify_reader(card_last4: string, birthday: string) -> {verified: boolean}
        description: "Verify a reader"
        type: http
        endpoint: "/api/verify"
        method: POST
        pii_access: user`,
  'access to the session': `
    TOOLS:
      rename_reader(name: string) -> {updated: boolean}
        description: "Change the name"
        type: http
        endpoint: "/api/reader"
        method: PUT
        context_access:
          read: [reader.id, reader.email]
          write: [reader.name, reader.changed_at]`,
  'a result that is not kept': `
    TOOLS:
      note_visit(place: string) -> {noted: boolean}
        description: "Note a visit"
        type: http
        endpoint: "/api/visits"
        method: POST
        store_result: false`,
}

describe('blocks in the shapes of the language', () => {
  it.each(Object.entries(BLOCKS))('%s is read without an error, and printed and read again as the same', (_, block) => {
    const { tools, diagnostics } = checkAbl(dedent(block), { file: agentFile, read: files({}) })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(tools).toHaveLength(1)
    const file = parse(dedent(block), agentFile)
    expect(withoutPlaces(parse(printAbl(file), agentFile).tools)).toEqual(withoutPlaces(file.tools))
  })

  it('a fragment of `auth_config` is read inside a tool', () => {
    const fragment = 'auth_config:\n      client_secret: "{{config.PARTNER_SECRET}}"'
    const source = `TOOLS:\n  f()\n    type: http\n    endpoint: "https://h/x"\n    method: GET\n    auth: oauth2_client\n    ${fragment}\n`
    expect(hasErrors(checkAbl(source, { file: agentFile }).diagnostics)).toBe(false)
  })

  it('a file of tools is read by itself', () => {
    const { tools, diagnostics } = checkAbl(books, { file: toolsFile })
    expect(diagnostics).toEqual([])
    expect(tools.map(tool => tool.name)).toEqual(['search_books', 'get_book', 'get_book_reviews'])
  })

  it.each([
    [
      'an import alone',
      'TOOLS:\n  file: "./tools/books.tools.abl" [search_books, get_book]\n',
      ['search_books', 'get_book'],
    ],
    [
      'an import beside a tool of the agent',
      dedent(`
        AGENT: Library_Desk

        TOOLS:
          file: "./tools/books.tools.abl" [search_books, get_book]

          # only here
          check_shelf(book_id: string, days: string) -> {there: boolean}
            description: "Check the shelf"
            type: http
            endpoint: "/api/shelf"
            method: POST
      `),
      ['check_shelf', 'search_books', 'get_book'],
    ],
  ])('%s is read beside its file', (_, source, names) => {
    const { tools, diagnostics } = checkAbl(source, { file: agentFile, read: files({ [toolsFile]: books }) })
    expect(hasErrors(diagnostics)).toBe(false)
    expect(tools.map(tool => tool.name)).toEqual(names)
  })
})
