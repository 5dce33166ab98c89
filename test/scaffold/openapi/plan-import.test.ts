import { describe, expect, it } from 'vitest'
import { checkAbl, inputSchema } from '../../../src/abl/index.ts'
import { operationsOf } from '../../../src/scaffold/openapi/operations.ts'
import { planImport } from '../../../src/scaffold/openapi/plan-import.ts'
import { readDocument } from '../../../src/scaffold/openapi/read-document.ts'
import type { OpenApiImport } from '../../../src/scaffold/openapi/tool-writer.ts'
import { schemaCompiler } from '../../../src/tools/validate-input.ts'
import { abl } from '../../helpers/abl.ts'
import { CONFIG, type Planned, planned } from '../plan-files.ts'
import { DESK } from './desk.ts'

const SHOP = { 'agents/shop/index.ts': CONFIG }
const FILE = 'agents/shop/tools/desk.tools.abl'

async function imported(
  options: Partial<OpenApiImport> & { text?: string; ids?: string[]; files?: Record<string, string> } = {},
): Promise<Planned> {
  const { text = DESK, ids, files = SHOP, ...wanted } = options
  const document = await readDocument(text, { source: 'desk.yaml' })
  const operations = operationsOf(document).filter(({ id }) => ids?.includes(id) ?? true)
  return planned(files, plan => planImport(plan, { agent: 'shop', document, operations, kind: 'abl', ...wanted }))
}

describe('importing as ABL', () => {
  it('makes a file of tools, the server said once, and a rule for each', async () => {
    const { files, allowed } = await imported()
    expect(files[FILE]).toBe(abl`
      TOOLS:
        base_url: "https://eu.desk.example.com/v1"

        get_ticket(ticket_id: string, expand?: enum<[notes, people]>[], fields?: string, limit: number = 20)
          description: "Get a ticket with its notes."
          type: http
          endpoint: "/tickets/{ticket_id}"
          method: GET
          auth: api_key
          auth_config:
            header_name: "X-Desk-Key"
          parameters:
            ticket_id:
              description: "The ticket"
            fields:
              description: "Several values are separated by \",\"."

        desk_api_get_ticket(
          ticket_id: string,
          version: number,
          labels?: object,
          title: string,
          due?: nullable<date>,
          state: enum<[open, closed]> = "open",
          owner?: union<[string, {name: string, deputy?: object}]>,
          parent?: object,
        )
          description: "getTicket_"
          type: http
          endpoint: "/tickets/{ticket_id}"
          method: PUT
          auth: api_key
          auth_config:
            header_name: "X-Desk-Key"
          query_params:
            version: "{{input.version}}"
          parameters:
            ticket_id:
              description: "The ticket"

        delete_tickets(ticket_id: string)
          description: "Remove a ticket."
          type: http
          endpoint: "/tickets/{ticket_id}"
          method: DELETE
          parameters:
            ticket_id:
              description: "The ticket"

        tickets_create_many(body: object[])
          description: "tickets/create-many"
          type: http
          endpoint: "/tickets"
          method: POST
          auth: bearer
          body_template: "{{input.body}}"
          parameters:
            body:
              items:
                properties:
                  labels?: object
                  title: string
                  due?: nullable<date>
                  state:
                    type: enum<[open, closed]>
                    required: false
                    default: "open"
                  owner?: union<[string, {name: string, deputy?: object}]>
                  parent?: object

        send_form(name: string)
          description: "sendForm"
          type: http
          endpoint: "/forms"
          method: POST
          auth: oauth2_client
          auth_config:
            token_url: "https://id.example.com/token"
            client_id: "{{config.DESK_MACHINE_CLIENT_ID}}"
            client_secret: "{{config.DESK_MACHINE_CLIENT_SECRET}}"
            scopes: "read"
          body_type: form
    `)
    expect(files['agents/shop/actauth.yml']?.match(/decision: ask/g)).toHaveLength(5)
    expect(allowed).toEqual([])
  })

  it('says by operation what it leaves out, what it can’t import, and what has to be set', async () => {
    const { notes } = await imported()
    expect(notes.map(note => note.replaceAll('\n', ' | '))).toEqual(
      expect.arrayContaining([
        "`getTicket`: the server's `region` is fixed at `eu` (others: us).",
        '`getTicket`: the optional query parameter `filter[state]` is left out: no ABL parameter can have its name.',
        '`getTicket`: the optional header parameter `X-Trace` is left out: ABL would send it empty when it has no value.',
        '`getTicket_`: the optional query parameter `dry` is left out: ABL sends the arguments of a PUT in its body.',
        '`sendForm`: the field `address` is left out: it is nested, and the body is a form.',
        "`upload` is not imported: a body of multipart/form-data can't be sent.",
        '`headFiles` is not imported: ABL has no method HEAD.',
        'Set DESK_TOKEN in .env: the bearer token.',
      ]),
    )
    expect(notes.find(note => note.startsWith('Add to'))).toBe(
      [
        'Add to loopengine.config.yml:',
        'credentials:',
        '  - { host: "eu.desk.example.com", type: api_key, value: { env: DESK_KEY }, header_name: "X-Desk-Key" }',
        '  - { host: "eu.desk.example.com", type: bearer, value: { env: DESK_TOKEN } }',
        'config:',
        '  DESK_MACHINE_CLIENT_ID: { env: DESK_MACHINE_CLIENT_ID }',
        '  DESK_MACHINE_CLIENT_SECRET: { env: DESK_MACHINE_CLIENT_SECRET, isSecret: true }',
      ].join('\n'),
    )
  })

  it('gives tools that check without a problem and whose schemas compile', async () => {
    const { files } = await imported()
    const { tools, diagnostics } = checkAbl(files[FILE] ?? '', { file: FILE })
    expect(diagnostics).toEqual([])
    for (const { parameters } of tools) schemaCompiler().compile(inputSchema(parameters))
    expect(tools).toHaveLength(5)
  })

  it('adds to a file that is there, passes over what it has, and writes other servers out', async () => {
    const first = (await imported({ ids: ['getTicket'] })).files as Record<string, string>
    const { files, notes } = await imported({ ids: ['getTicket', 'getTicket_'], files: { ...SHOP, ...first } })
    expect(notes[0]).toBe(`\`getTicket\` is there already: the tool \`get_ticket\` in ${FILE}.`)
    expect(files[FILE]?.startsWith(first[FILE]?.trimEnd() ?? 'x')).toBe(true)
    const other = await imported({
      ids: ['getTicket_'],
      baseUrl: 'https://other.example.com/',
      files: { ...SHOP, ...first },
    })
    expect(other.files[FILE]).toContain('endpoint: "https://other.example.com/tickets/{ticket_id}"')
  })

  it('gives way to names that the agent has', async () => {
    const files = { ...SHOP, 'agents/shop/tools/get_ticket.ts': '' }
    expect((await imported({ ids: ['getTicket'], files })).files[FILE]).toContain('  desk_api_get_ticket(')
  })

  it('takes a decision for all of them', async () => {
    expect((await imported({ ids: ['getTicket'], decision: 'allow' })).allowed).toEqual(['shop get_ticket'])
  })

  it('is refused when nothing of it can be imported', async () => {
    await expect(imported({ ids: ['upload'] })).rejects.toMatchObject({
      code: 'openapi_unsupported',
      message: expect.stringContaining('multipart/form-data'),
    })
  })

  it('does not say where a document without a server is', async () => {
    const { files, notes } = await imported({
      text: DESK.replace(/servers:[\s\S]*?security:/, 'security:'),
      ids: ['getTicket'],
    })
    expect(files[FILE]).not.toContain('base_url')
    expect(notes).toContain(
      'The document names no server: set `tools.base_url` in loopengine.config.yml, or give --base-url URL.',
    )
  })
})

describe('importing as TypeScript', () => {
  it('makes a file for each tool, with all that ABL has no word for', async () => {
    const { files, notes } = await imported({ kind: 'http', ids: ['getTicket', 'getTicket_', 'headFiles', 'sendForm'] })
    expect(files['agents/shop/tools/get_ticket.ts']).toContain(
      [
        '    const { url, ...request } = await httpRequest({',
        "      method: 'GET',",
        "      url: 'https://eu.desk.example.com/v1/tickets/{ticket_id}',",
        "      headers: { 'X-Trace': '{x_trace}', 'X-Desk-Key': '{{DESK_KEY}}' },",
        "      query: { 'filter[state]': '{filter_state}' },",
        '    }, input)',
      ].join('\n'),
    )
    expect(files['agents/shop/tools/desk_api_get_ticket.ts']).toContain("query: { dry: '{dry}', version: '{version}' }")
    expect(files['agents/shop/tools/send_form.ts']).toContain("bodyType: 'form'")
    expect(files['agents/shop/tools/head_files.ts']).toContain('  safe: true,')
    expect(Object.keys(files).filter(file => file.endsWith('.http-tool.json'))).toHaveLength(4)
    expect(notes).toContain('Set DESK_KEY in .env: the key.')
  })

  it('needs to know the server', async () => {
    const text = DESK.replace(/servers:[\s\S]*?security:/, 'security:')
    await expect(imported({ kind: 'http', text, ids: ['getTicket'] })).rejects.toMatchObject({
      message: expect.stringContaining('--base-url'),
    })
  })

  it('passes over what is there', async () => {
    const first = (await imported({ kind: 'http', ids: ['getTicket'] })).files as Record<string, string>
    const again = await imported({ kind: 'http', ids: ['getTicket'], files: { ...SHOP, ...first } })
    expect(again.files).toEqual({})
  })
})
