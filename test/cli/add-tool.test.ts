import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { DESK } from '../scaffold/openapi/desk.ts'

const CONFIG =
  "import type { AgentConfig } from 'loopengine'\n\nexport const config: AgentConfig = { name: 'NAME', systemPrompt: 'x' }\n"
const INDEX = "import type { ToolDefinition } from 'loopengine'\n\nexport const tools: ToolDefinition[] = []\n"

function agents(...names: string[]): TestProject {
  const place = project()
  for (const name of names) {
    place.write(`agents/${name}/index.ts`, CONFIG.replace('NAME', name))
    place.write(`agents/${name}/tools/index.ts`, INDEX)
    place.write(`agents/${name}/actauth.yml`, 'default_decision: deny\nrules: []\n')
  }
  return place
}

/** The files that belong to the person. */
function userFiles(place: TestProject): Record<string, string> {
  const files = place.files().filter(file => !file.startsWith('.loopengine/'))
  return Object.fromEntries(files.map(file => [file, place.read(file)]))
}

const GET_ORDER = [
  'add-tool',
  'get-order',
  '--description',
  'Look an order up by its id',
  '--param',
  'orderId:string:The order id',
]

describe('add-tool', () => {
  it('writes the file, the entry and the rule, and says what became allowed and how to take it back', async () => {
    const place = agents('shop')
    const { code, stdout, stderr } = await cli([...GET_ORDER, '--safe'], { cwd: place.root })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('create  agents/shop/tools/get_order.ts')
    expect(stdout).toContain('Newly allowed\n  shop: allow get_order in */*')
    expect(stdout).toMatch(/`loopengine undo 0001-\d+-\d+` takes it back/)
    expect(place.read('agents/shop/tools/index.ts')).toContain("import { getOrder } from './get_order.js'")
    expect(place.read('agents/shop/actauth.yml')).toContain('tool: get_order\n    decision: allow')
  })

  it('makes a tool that runs', async () => {
    const place = agents('shop')
    await cli([...GET_ORDER, '--safe'], { cwd: place.root })
    const check = await cli(['check'], { cwd: place.root })
    expect({ code: check.code, stderr: check.stderr }).toEqual({ code: 0, stderr: '' })
    const call = await cli(['call', 'shop', 'get_order', '--args', '{"orderId":"A-1"}'], { cwd: place.root })
    expect({ code: call.code, stdout: call.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('A-1'),
    })
  })

  it('prints one JSON document with --json', async () => {
    const place = agents('shop')
    const { code, stdout, stderr } = await cli([...GET_ORDER, '--safe', '--json'], { cwd: place.root })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      applied: true,
      changes: [
        { kind: 'create', path: 'agents/shop/tools/get_order.ts', diff: expect.stringContaining('+++ b/agents/shop') },
        { kind: 'update', path: 'agents/shop/tools/index.ts', diff: expect.stringContaining('+import { getOrder }') },
        {
          kind: 'update',
          path: 'agents/shop/actauth.yml',
          diff: expect.stringContaining('+  - name: get-order-allow'),
        },
      ],
      notes: [expect.stringContaining('agents/shop/tools/get_order.ts')],
      newlyAllowed: [{ agent: 'shop', tool: 'get_order', scope: '*/*', decision: 'allow' }],
      undo: expect.stringMatching(/^0001-/),
    })
  })

  it('asks by default, which allows nothing', async () => {
    const place = agents('shop')
    const { stdout } = await cli([...GET_ORDER, '--json'], { cwd: place.root })
    expect(JSON.parse(stdout).newlyAllowed).toEqual([])
    expect(place.read('agents/shop/actauth.yml')).toContain('name: get-order-ask')
  })

  it('writes nothing with --dry-run and shows every difference', async () => {
    const place = agents('shop')
    const before = place.files()
    const { code, stdout } = await cli([...GET_ORDER, '--dry-run'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stdout).toContain('+++ b/agents/shop/tools/get_order.ts')
    expect(stdout).toContain('Nothing was written')
    expect(place.files()).toEqual(before)
  })

  it('works in a sub-folder of a monorepo, from any folder of the project', async () => {
    const place = agents()
    place.write('package.json', '{ "workspaces": ["apps/*"] }')
    place.write('apps/desk/package.json', '{}')
    place.write('apps/desk/agents/shop/index.ts', CONFIG.replace('NAME', 'shop'))
    place.write('apps/desk/src/deep/x.ts', '')
    const { code } = await cli(GET_ORDER, { cwd: join(place.root, 'apps/desk/src/deep') })
    expect(code).toBe(0)
    expect(place.exists('apps/desk/agents/shop/tools/get_order.ts')).toBe(true)
    expect(place.exists('apps/desk/agents/shop/tools/index.ts')).toBe(true)
    expect(place.read('apps/desk/agents/shop/actauth.yml')).toMatch(/^default_decision: deny\n/)
  })

  it('serves a flat agent, whose folder it makes', async () => {
    const place = project({ 'agents/shop.ts': CONFIG.replace('NAME', 'shop') })
    const { code } = await cli(GET_ORDER, { cwd: place.root })
    expect(code).toBe(0)
    expect(Object.keys(userFiles(place))).toEqual([
      'agents/shop.ts',
      'agents/shop/actauth.yml',
      'agents/shop/tools/get_order.ts',
      'agents/shop/tools/index.ts',
    ])
  })

  it('keeps CRLF and writes new files with it', async () => {
    const place = agents('shop')
    const files = ['agents/shop/index.ts', 'agents/shop/tools/index.ts', 'agents/shop/actauth.yml']
    for (const file of files) place.write(file, place.read(file).replaceAll('\n', '\r\n'))
    await cli(GET_ORDER, { cwd: place.root })
    for (const text of Object.values(userFiles(place))) expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

describe('add-tool without a terminal', () => {
  it('names the argument that is missing', async () => {
    const { code, stdout, stderr } = await cli(['add-tool'], { cwd: agents('shop').root })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('`NAME` is missing')
  })

  it('names the flag that is missing and what it may be', async () => {
    const { code, stdout } = await cli([...GET_ORDER, '--json'], { cwd: agents('shop', 'desk').root, env: { CI: '1' } })
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'missing_value',
      message: expect.stringContaining('`--agent NAME`'),
      hint: expect.stringContaining('desk, shop'),
    })
  })
})

describe('add-tool is refused before anything is written', () => {
  const refused = async (place: TestProject, args: string[]) => {
    const before = userFiles(place)
    const { code, stdout, stderr } = await cli([...args, '--json'], { cwd: place.root })
    expect(stderr).toBe('')
    expect(userFiles(place)).toEqual(before)
    return { exit: code, ...JSON.parse(stdout).error }
  }

  it('when the name is taken', async () => {
    const place = agents('shop')
    await cli(GET_ORDER, { cwd: place.root })
    expect(await refused(place, GET_ORDER)).toMatchObject({ exit: 1, code: 'NAME_TAKEN' })
  })

  it.each(['Skill', 'readFile', 'system_ask_user', 'aux', '9lives', '../x'])('when the name is %s', async name => {
    expect(await refused(agents('shop'), ['add-tool', name])).toMatchObject({ exit: 2, code: 'tool_name' })
  })

  it('when the config holds the tools', async () => {
    const place = agents('shop')
    place.write(
      'agents/shop/index.ts',
      "export const config = {\n  name: 'shop',\n  systemPrompt: 'x',\n  tools: [],\n}\n",
    )
    expect(await refused(place, GET_ORDER)).toMatchObject({
      exit: 1,
      code: 'TOOLS_IN_CONFIG',
      file: 'agents/shop/index.ts',
      line: 4,
    })
  })

  it.each([
    ['MERGE_CONFLICT', 'tools/index.ts', `<<<<<<< a\n${INDEX}=======\n${INDEX}>>>>>>> b\n`, 1],
    ['SYNTAX_ERROR', 'tools/index.ts', 'export const tools = [\n', 2],
    ['DUPLICATE_KEY', 'actauth.yml', 'default_decision: deny\nrules: []\nrules: []\n', 3],
    ['ALIAS', 'actauth.yml', 'rules:\n  - name: a\n    scope: */*\n    tool: x\n    decision: ask\n', 3],
  ])('with %s and the line in %s', async (code, file, text, line) => {
    const place = agents('shop')
    place.write(`agents/shop/${file}`, text)
    expect(await refused(place, GET_ORDER)).toMatchObject({ exit: 1, code, file: `agents/shop/${file}`, line })
  })

  it('when an agent of that name is not there', async () => {
    expect(await refused(agents('shop'), [...GET_ORDER, '--agent', 'shpo'])).toMatchObject({
      exit: 2,
      code: 'agent_not_found',
      hint: expect.stringContaining('Did you mean `shop`?'),
    })
  })

  it('when a parameter makes no sense', async () => {
    const error = await refused(agents('shop'), ['add-tool', 'x', '--param', 'a:date-time'])
    expect(error).toMatchObject({ exit: 2, code: 'parameter', message: expect.stringContaining('date-time') })
  })
})

describe('add-tool --kind http', () => {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        data: { asked: `${request.method} ${request.url}`, token: request.headers.authorization, body },
      }),
    )
  })
  beforeAll(() => new Promise<void>(done => server.listen(0, '127.0.0.1', done)))
  afterAll(() => new Promise<unknown>(done => server.close(done)))

  it('makes a tool that makes its request, once the settings let it out', async () => {
    const place = agents('shop')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const line = [
      'add-tool',
      'pay',
      '--kind',
      'http',
      '--method',
      'POST',
      '--url',
      `http://${host}/orders/{id}`,
      '--safe',
    ]
    const more = [
      '--header',
      'Authorization: Bearer {{TOKEN}}',
      '--body',
      '{"amount":"{amount}"}',
      '--response-path',
      'data',
    ]
    const added = await cli([...line, ...more, '--param', 'amount:number', '--json'], { cwd: place.root })
    expect(JSON.parse(added.stdout).changes.map(({ path }: { path: string }) => path)).toEqual([
      'agents/shop/tools/pay.ts',
      'agents/shop/tools/index.ts',
      'agents/shop/tools/pay.http-tool.json',
      'agents/shop/actauth.yml',
    ])
    const call = ['call', 'shop', 'pay', '--args', '{"id":"a b","amount":5}', '--json']
    const refused = await cli(call, { cwd: place.root, env: { TOKEN: 't' } })
    expect(refused.stdout).toContain('ssrf_blocked')
    place.write('loopengine.config.yml', `version: 1\ntools:\n  allow_hosts: ["${host}"]\n`)
    const { code, stdout } = await cli(call, { cwd: place.root, env: { TOKEN: 't' } })
    const { outcome } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect({ code, value: outcome.value }).toEqual({
      code: 0,
      value: { asked: 'POST /orders/a%20b', token: 'Bearer t', body: '{"amount":5}' },
    })
  })

  it('refuses flags of another kind', async () => {
    const place = agents('shop')
    const { code, stderr } = await cli(['add-tool', 'pay', '--url', 'https://x.example.com'], { cwd: place.root })
    expect(code).toBe(2)
    expect(stderr).toContain('It goes with --kind http or --kind abl.')
  })
})

describe('add-tool --kind abl', () => {
  it('declares a tool that is there at once, and remove-tool takes it back', async () => {
    const place = agents('shop')
    const before = userFiles(place)
    const line = ['add-tool', 'find-flight', '--kind', 'abl', '--url', 'https://x.example.com/{no}', '--param', 'no']
    expect((await cli(line, { cwd: place.root })).code).toBe(0)
    expect((await cli(['check'], { cwd: place.root })).code).toBe(0)
    const { stdout } = await cli(['tools', 'shop', '--json'], { cwd: place.root })
    expect(JSON.parse(stdout).tools).toContainEqual(
      expect.objectContaining({ name: 'find_flight', kind: 'abl', file: 'agents/shop/tools/find_flight.tools.abl' }),
    )
    await cli(['remove-tool', 'find-flight'], { cwd: place.root })
    expect(userFiles(place)).toEqual(before)
  })

  it('says what is missing where nobody can be asked', async () => {
    const place = agents('shop')
    const { code, stdout } = await cli(['add-tool', 'x', '--kind', 'abl', '--json'], { cwd: place.root })
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'missing_value', hint: expect.stringContaining('sandbox') })
  })
})

describe('add-tool --from-openapi', () => {
  function withDesk(): TestProject {
    const place = agents('shop')
    place.write('desk.yaml', DESK)
    return place
  }

  it('lists the operations, and what stands in the way', async () => {
    const place = withDesk()
    const { code, stdout } = await cli(['add-tool', '--from-openapi', 'desk.yaml', '--list'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^getTicket {2,}GET \/tickets\/\{ticket-id\} {2}Get a ticket$/m)
    expect(stdout).toContain("    can't be imported: a body of multipart/form-data can't be sent")
    expect(stdout).toContain('5 of 7 operations can be imported.')
    expect(userFiles(place)).toEqual(userFiles(withDesk()))
  })

  it('imports what was chosen in one change, which undo takes back', async () => {
    const place = withDesk()
    const before = userFiles(place)
    const line = [
      'add-tool',
      '--from-openapi',
      'desk.yaml',
      '--operation',
      'getTicket',
      '--operation',
      'sendForm',
      '--json',
    ]
    const { stdout } = await cli(line, { cwd: place.root })
    const { changes, notes } = JSON.parse(stdout)
    expect(changes.map(({ path }: { path: string }) => path)).toEqual([
      'agents/shop/tools/desk.tools.abl',
      'agents/shop/actauth.yml',
    ])
    expect(notes.join('\n')).toContain('Add to loopengine.config.yml:')
    await cli(['undo'], { cwd: place.root })
    expect(userFiles(place)).toEqual(before)
  })

  it('shows what it would do, and writes nothing, with --dry-run', async () => {
    const place = withDesk()
    const before = userFiles(place)
    const { code, stdout } = await cli(['add-tool', '--from-openapi', 'desk.yaml', '--all', '--dry-run'], {
      cwd: place.root,
    })
    expect(code).toBe(0)
    expect(stdout).toContain('+  get_ticket(')
    expect(userFiles(place)).toEqual(before)
  })

  it.each([
    [['--from-openapi', 'desk.yaml'], 'missing_value'],
    [['--from-openapi', 'desk.yaml', '--operation', 'getTickt'], 'unknown_operation'],
    [['--from-openapi', 'desk.yaml', '--all', '--url', 'https://x.example.com'], 'foreign_flag'],
    [['--from-openapi', 'none.yaml', '--all'], 'openapi_unreadable'],
  ])('refuses %j', async (line, error) => {
    const { code, stdout } = await cli(['add-tool', ...line, '--json'], { cwd: withDesk().root })
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 2, error })
  })
})
