import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkAbl, compileEndpoint, parseAbl, planExport, planImport, projectReader } from '../../../src/abl/index.ts'
import { abl, bindingOf, check, codes, dedent, files, parse, places, toolOf, withoutPlaces } from '../../helpers/abl.ts'

const root = mkdtempSync(join(tmpdir(), 'abl-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const hotels = dedent(`
  TOOLS:
    base_url: "https://api.hotels.example.com/v1"
    auth: bearer

    search_hotels(city: string) -> Hotel[]
      description: "Searches"
      type: http
      endpoint: "/search"
      method: POST

    get_hotel(hotel_id: string) -> Hotel
      description: "Gets one"
      type: http
      endpoint: "/hotels/{hotel_id}"
      method: GET

    get_reviews(hotel_id: string, limit: number = 10) -> Review[]
      description: "Gets reviews"
      type: http
      endpoint: "/hotels/{hotel_id}/reviews"
      method: GET
`)
const read = files({ 'agents/desk/tools/hotels.tools.abl': hotels })
const agent = { file: 'agents/desk/agent.abl', read }

it('puts `base_url` before relative endpoints and keeps its path', async () => {
  const { endpoint, baseUrl } = bindingOf(
    abl`
      TOOLS:
        base_url: "https://api.hotels.example.com/v1"

        search() -> object
          type: http
          endpoint: "/search"
          method: GET
    `,
    'http',
  )
  const compiled = await compileEndpoint(endpoint, baseUrl)
  expect(compiled.ok && compiled.value.fill({})).toMatchObject({ url: 'https://api.hotels.example.com/v1/search' })
})

it('lays the shared defaults under every tool that has the property', () => {
  const { tools } = parse(abl`
    TOOLS:
      auth: bearer
      timeout: 5000
      retry: 3
      retry_delay: 200
      rate_limit: 4

      a() -> object
        type: http
        endpoint: "/a"
        method: GET
      b() -> object
        type: http
        endpoint: "/b"
        method: GET
        auth: none
        timeout: 1
        retry: 0
        retry_delay: 2
        rate_limit: 1
      c() -> object
        type: sandbox
        runtime: python
        code: "return 1"
      d() -> object
        type: workflow
        workflow_id: d
  `)
  expect(tools.map(tool => tool.binding)).toMatchObject([
    { auth: 'bearer', timeout: 5_000, retry: 3, retryDelay: 200, rateLimit: 4 },
    { auth: 'none', timeout: 1, retry: 0, retryDelay: 2, rateLimit: 1 },
    { timeout: 5_000 },
    {},
  ])
})

it('gives a default only to bindings that have the property', () => {
  const { tools } = parse(abl`
    TOOLS:
      retry: 3

      a() -> object
        type: http
        endpoint: "/a"
        method: GET
      c() -> object
        type: sandbox
        runtime: python
        code: "return 1"
  `)
  expect(tools.map(tool => tool.binding && 'retry' in tool.binding)).toEqual([true, false])
})

it('lets a hint about the time win over the default timeout', () => {
  const source = abl`
    TOOLS:
      timeout: 5000

      a() -> object
        type: http
        endpoint: "/a"
        method: GET
        hints:
          timeout: 100
  `
  expect(bindingOf(source, 'http').timeout).toBeUndefined()
  expect(toolOf(source).hints.timeout).toBe(100)
})

it('merges shared headers with those of a tool, which win in any case', () => {
  const { tools } = parse(abl`
    TOOLS:
      headers:
        X-Tenant: acme
        Accept: application/json

      a() -> object
        type: http
        endpoint: "/a"
        method: GET
        headers:
          accept: text/plain
      b() -> object
        type: mcp
        server: s
  `)
  expect(tools.map(tool => tool.binding && 'headers' in tool.binding && tool.binding.headers)).toEqual([
    [
      { name: 'X-Tenant', value: 'acme' },
      { name: 'accept', value: 'text/plain' },
    ],
    [
      { name: 'X-Tenant', value: 'acme' },
      { name: 'Accept', value: 'application/json' },
    ],
  ])
})

it('lists the seven defaults when another key stands there', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      method: POST
      tiemout: 5
  `)
  expect(diagnostics).toMatchObject([
    {
      code: 'ABL2007',
      severity: 'error',
      hint: 'defaults: base_url, auth, timeout, retry, retry_delay, rate_limit, headers',
    },
    { code: 'ABL2007', severity: 'error', hint: 'did you mean `timeout`?' },
  ])
})

it('applies a default that comes after a tool, with a warning', () => {
  const { diagnostics, tools } = parse(abl`
    TOOLS:
      a() -> object
        type: http
        endpoint: "/a"
        method: GET
      retry: 2
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2015', severity: 'warning', range: { start: { line: 6, column: 3 } } },
  ])
  expect(tools[0]?.binding).toMatchObject({ retry: 2 })
})

it('refuses shared defaults in an agent file', () => {
  const { diagnostics } = check(
    abl`
      TOOLS:
        base_url: "https://h"
        a() -> object
          description: "x"
    `,
    agent,
  )
  expect(places(diagnostics)).toEqual(['ABL2014 2:3'])
})

it('refuses a base that is no web address', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      base_url: "api.example.com/v1"
  `)
  expect(places(diagnostics)).toEqual(['ABL3004 2:3'])
})

it('imports all tools of a file with `file`', () => {
  const { tools, diagnostics, importedFiles } = check(
    abl`
      AGENT: Desk

      TOOLS:
        file: "./tools/hotels.tools.abl"
    `,
    agent,
  )
  expect(diagnostics).toEqual([])
  expect(tools.map(tool => tool.name)).toEqual(['search_hotels', 'get_hotel', 'get_reviews'])
  expect(tools[0]).toMatchObject({
    binding: { auth: 'bearer', baseUrl: 'https://api.hotels.example.com/v1' },
    at: { file: 'agents/desk/tools/hotels.tools.abl' },
  })
  expect(importedFiles).toEqual(['agents/desk/tools/hotels.tools.abl'])
})

it('imports only the tools that are named', () => {
  const { tools, diagnostics } = check(
    abl`
      TOOLS:
        file: "./tools/hotels.tools.abl" [search_hotels,
          get_hotel]   # not the reviews

        # and one of its own
        check_room(hotel_id: string) -> {free: boolean}
          description: "Checks"
    `,
    agent,
  )
  expect(diagnostics).toEqual([])
  expect(tools.map(tool => tool.name)).toEqual(['check_room', 'search_hotels', 'get_hotel'])
})

it('lists the names of the file when an imported one is not there', () => {
  const { diagnostics } = check(
    abl`
      TOOLS:
        file: "./tools/hotels.tools.abl" [get_hotels, nothing_like_it]
    `,
    agent,
  )
  expect(diagnostics).toMatchObject([
    { code: 'ABL3002', hint: 'did you mean `get_hotel`?', range: { start: { line: 2, column: 37 } } },
    { code: 'ABL3002', hint: 'tools there: search_hotels, get_hotel, get_reviews' },
  ])
})

it('refuses a tool of its own with the name of an imported one', () => {
  const { diagnostics, tools } = check(
    abl`
      TOOLS:
        file: "./tools/hotels.tools.abl" [get_hotel]
        get_hotel(id: string) -> Hotel
          description: "x"
    `,
    agent,
  )
  expect(places(diagnostics)).toEqual(['ABL2004 3:3'])
  expect(tools.map(tool => tool.at.file)).toEqual(['agents/desk/tools/hotels.tools.abl'])
})

it('refuses one name from two files, and one name twice', () => {
  const other = files({ 'agents/desk/tools/hotels.tools.abl': hotels, 'agents/desk/tools/copy.tools.abl': hotels })
  const { diagnostics } = check(
    abl`
      TOOLS:
        file: "./tools/hotels.tools.abl" [get_hotel, get_hotel]
        file: "./tools/copy.tools.abl" [get_hotel]
    `,
    { ...agent, read: other },
  )
  expect(places(diagnostics)).toEqual(['ABL2004 2:48', 'ABL2004 3:35'])
})

it('refuses an import in a file of tools', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      file: "./other.tools.abl"
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL2014', message: 'A file of tools imports no other file.' }])
})

it.each([
  ['"./tools/none.tools.abl"', 'ABL3001 2:9'],
  ['"./tools/hotels.abl"', 'ABL3001 2:9'],
  ['"../../../elsewhere/x.tools.abl"', 'ABL3003 2:9'],
  ['"/etc/x.tools.abl"', 'ABL3003 2:9'],
  ['"C:/x.tools.abl"', 'ABL3003 2:9'],
  ['"..\\\\..\\\\..\\\\x.tools.abl"', 'ABL3003 2:9'],
  ['./tools/hotels.tools.abl', 'ABL2011 2:9'],
  ['"./tools/hotels.tools.abl" and more', 'ABL1005 2:36'],
  ['"./tools/hotels.tools.abl" [get_hotel', 'ABL1004 2:36'],
  ['"./tools/hotels.tools.abl" [get_hotel search]', 'ABL2011 2:47'],
])('refuses the import %s', (written, place) => {
  const { diagnostics } = check(
    abl`
      TOOLS:
        file: ${written}
    `,
    agent,
  )
  expect(places(diagnostics)).toEqual([place])
})

it('says that imports were not followed when there is no reader', () => {
  const { diagnostics } = check(
    abl`
      TOOLS:
        file: "./tools/hotels.tools.abl"
    `,
    { file: agent.file },
  )
  expect(diagnostics).toMatchObject([{ code: 'ABL3001', severity: 'warning' }])
})

it('reports the problems of an imported file under its own name', () => {
  const { diagnostics, tools } = check(
    abl`
      TOOLS:
        file: "./tools/bad.tools.abl" [broken, fine]
    `,
    {
      ...agent,
      read: files({
        'agents/desk/tools/bad.tools.abl': 'TOOLS:\n  broken(a string)\n  fine()\n    description: "x"\n',
      }),
    },
  )
  expect(diagnostics).toMatchObject([
    { code: 'ABL2001', file: 'agents/desk/tools/bad.tools.abl', range: { start: { line: 2, column: 12 } } },
  ])
  expect(tools.map(tool => tool.name)).toEqual(['fine'])
})

it('finds imported files by the project, whatever the working directory, and never outside it', () => {
  const project = join(root, 'project')
  mkdirSync(join(project, 'agents/desk/tools'), { recursive: true })
  writeFileSync(join(project, 'agents/desk/tools/hotels.tools.abl'), hotels)
  writeFileSync(join(root, 'secret.tools.abl'), hotels)
  symlinkSync(join(root, 'secret.tools.abl'), join(project, 'agents/desk/tools/leak.tools.abl'))
  mkdirSync(join(project, 'agents/desk/tools/folder.tools.abl'))
  const options = { file: 'agents/desk/agent.abl', read: projectReader(project) }
  const found = checkAbl('TOOLS:\n  file: "./tools/hotels.tools.abl" [get_hotel]\n', options)
  expect(found.tools.map(tool => tool.name)).toEqual(['get_hotel'])
  const leak = checkAbl('TOOLS:\n  file: "./tools/leak.tools.abl"\n', options)
  expect([codes(leak.diagnostics), leak.tools]).toEqual([['ABL3003'], []])
  expect(codes(checkAbl('TOOLS:\n  file: "./tools/folder.tools.abl"\n', options).diagnostics)).toEqual(['ABL3001'])
  expect(codes(checkAbl('TOOLS:\n  file: "./tools/gone.tools.abl"\n', options).diagnostics)).toEqual(['ABL3001'])
})

it('exports each tool to its own file and imports the same tools again', () => {
  const text = abl`
    AGENT: Desk

    TOOLS:
      file: "./tools/hotels.tools.abl" [search_hotels, get_reviews]

      # checked elsewhere
      check_room(hotel_id: string, nights: number = 1) -> {free: boolean}
        description: "Checks"
      book_room(hotel_id: string) -> {id: string}
        description: "Books"
        type: http
        endpoint: "https://book.example.com/rooms"
        method: POST
        on_result:
          set:
            booking: result.id

    FLOW:
      start: x
  `
  const before = checkAbl(text, agent)
  const exported = planExport([{ path: agent.file, text }], read)
  expect(exported.files.map(file => file.path)).toEqual([
    'agents/desk/tools/check_room.tools.abl',
    'agents/desk/tools/book_room.tools.abl',
    'agents/desk/tools/search_hotels.tools.abl',
    'agents/desk/tools/get_reviews.tools.abl',
    'agents/desk/agent.abl',
  ])
  const imported = planImport(exported.files)
  const texts = Object.fromEntries(imported.files.map(file => [file.path, file.text]))
  const after = checkAbl(texts[agent.file] ?? '', { file: agent.file, read: files(texts) })
  expect(withoutPlaces(after.tools)).toEqual(withoutPlaces(before.tools))
  expect(before.tools.map(tool => tool.name)).toEqual(['check_room', 'book_room', 'search_hotels', 'get_reviews'])
  expect(texts[agent.file]).toContain('FLOW:\n  start: x')
})

it('makes stubs of inline signatures when a bundle has no files of tools', () => {
  const { files: planned, diagnostics } = planImport([
    {
      path: 'agents/desk/agent.abl',
      text: abl`
        AGENT: Desk

        TOOLS:
          find_order(id: string) -> {status: string}
            description: "Finds an order"

          # stays here
          refund(id: string) -> object
            description: "Refunds"
            type: http
            endpoint: "https://h/refunds"
            method: POST
      `,
    },
  ])
  expect(diagnostics).toEqual([])
  expect(Object.fromEntries(planned.map(file => [file.path, file.text]))).toEqual({
    'agents/desk/agent.abl': dedent(`
      AGENT: Desk

      TOOLS:
        file: "./tools/find_order.tools.abl"

        # stays here
        refund(id: string) -> object
          description: "Refunds"
          type: http
          endpoint: "https://h/refunds"
          method: POST
    `),
    'agents/desk/tools/find_order.tools.abl': dedent(`
      TOOLS:
        find_order(id: string) -> {status: string}
          description: "Finds an order"
    `),
  })
})

it('makes the file that an agent imports when the bundle lacks it', () => {
  const { files: planned, diagnostics } = planImport([
    {
      path: 'agents/desk/agent.abl',
      text: abl`
        TOOLS:
          file: "./tools/orders.tools.abl" [find_order, refund]
          find_order(id: string) -> {status: string}
            description: "Finds an order"
      `,
    },
  ])
  expect(diagnostics).toMatchObject([
    { code: 'ABL3010', severity: 'warning', range: { start: { line: 2, column: 49 } } },
  ])
  const texts = Object.fromEntries(planned.map(file => [file.path, file.text]))
  const result = parseAbl(texts['agents/desk/tools/orders.tools.abl'] ?? '', {
    file: 'agents/desk/tools/orders.tools.abl',
  })
  expect(result.tools.map(tool => tool.name)).toEqual(['find_order', 'refund'])
  const checked = checkAbl(texts['agents/desk/agent.abl'] ?? '', { file: 'agents/desk/agent.abl', read: files(texts) })
  expect(checked.tools.map(tool => tool.name)).toEqual(['find_order', 'refund'])
})

it('plans nothing when a bundle cannot be completed', () => {
  const plan = planImport([{ path: 'agents/desk/agent.abl', text: 'TOOLS:\n  file: "./tools/orders.tools.abl"\n' }])
  expect(plan).toMatchObject({ files: [], diagnostics: [{ code: 'ABL3001', severity: 'error' }] })
  const broken = planExport([{ path: 'agents/desk/agent.abl', text: 'TOOLS:\n  f(a string)\n' }], read)
  expect(broken).toMatchObject({ files: [], diagnostics: [{ code: 'ABL2001' }] })
})

it('refuses to export two tools to one file', () => {
  const tool = (description: string) => `TOOLS:\n  f() -> object\n    description: "${description}"\n`
  const plan = planExport(
    [
      { path: 'agents/desk/agent.abl', text: tool('a') },
      { path: 'agents/desk/other.abl', text: tool('b') },
    ],
    read,
  )
  expect(plan).toMatchObject({ files: [], diagnostics: [{ code: 'ABL2004', file: 'agents/desk/other.abl' }] })
})
