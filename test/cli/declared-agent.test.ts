import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { source } from '../helpers/source.ts'
import { type RunningCli, startCli, until } from '../helpers/start-cli.ts'

let server: Server
let port: number
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += String(chunk)
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      response.statusCode = url.startsWith('/fail') ? 503 : 200
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ url, status: 'shipped' }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  port = (server.address() as AddressInfo).port
})

afterAll(() => server.close())

let watching: RunningCli | undefined

afterEach(() => {
  watching?.child.kill('SIGKILL')
  watching = undefined
})

const SETTINGS = (): string => source`
  tools: { base_url: "http://127.0.0.1:${port}", allow_hosts: ["127.0.0.1:${port}"] }
  config:
    REGION: { value: EU }
    KEY: { env: DESK_KEY, isSecret: true }
`

const AGENT = source`
  PERSONA: "You help with orders."
  EXECUTION:
    model: offline
  TOOLS:
    get_order(id: string, region: string) -> {status: string}
      description: "Look up an order by its id."
      type: http
      method: GET
      endpoint: "/orders/{id}"
      headers:
        X-Key: "{{config.KEY}}"
      parameters:
        id:
          description: "The id, such as A-1001."
        region:
          source: config
          value: REGION
    broken()
      description: "Always fails."
      type: http
      method: GET
      endpoint: "/fail"
      circuit_breaker: {threshold: 2, resetMs: 60000}
`

function desk(more: Record<string, string> = {}): TestProject {
  return project({
    'agents/desk/agent.abl': AGENT,
    'agents/desk/actauth.yml': 'default_decision: allow\n',
    'loopengine.config.yml': SETTINGS(),
    '.env': 'DESK_KEY=k-4711-secret\n',
    ...more,
  })
}

describe('an agent that is all in the tool language', () => {
  it('is listed, with its tools at file and line', async () => {
    const { root } = desk()
    const agents = JSON.parse((await cli(['agents', '--json'], { cwd: root })).stdout)
    expect(agents.agents).toMatchObject([{ name: 'desk', model: 'offline', tools: 4, diagnostics: [] }])
    const tools = JSON.parse((await cli(['tools', 'desk', '--json'], { cwd: root })).stdout)
    expect(tools.tools.find(({ name }: { name: string }) => name === 'get_order')).toMatchObject({
      kind: 'abl',
      binding: 'http',
      file: 'agents/desk/agent.abl',
      line: 5,
      safe: true,
    })
  })

  it('answers on the offline model', async () => {
    const { root } = desk()
    const { code, stdout } = await cli(['run', 'desk', 'Look up order A-1001'], { cwd: root })
    expect(code).toBe(0)
    expect(stdout).toContain('shipped')
    expect(seen.at(-1)?.url).toBe('/orders/A-1001?region=EU')
  })

  it('is checked with its settings, every problem at its file and line', async () => {
    const { root } = desk({
      'loopengine.config.yml': SETTINGS().replace('  REGION', '  REGON'),
      'agents/desk/tools/more.tools.abl': 'TOOLS:\n  more()\n    type: htp\n',
    })
    const { code, stdout } = await cli(['check', '--json'], { cwd: root })
    expect(code).toBe(4)
    const { diagnostics } = JSON.parse(stdout)
    const places = diagnostics.map((one: Record<string, unknown>) => `${one.file}:${one.line} ${one.code}`)
    expect(places).toContain('agents/desk/agent.abl:17 ABL3007')
    expect(places).toContain('agents/desk/tools/more.tools.abl:3 ABL2011')
  })

  it('is not run while the settings have an error, which is told at its line', async () => {
    const { root } = desk({ 'loopengine.config.yml': 'version: 1\ntols: {}\n' })
    const { code, stderr } = await cli(['run', 'desk', 'Hello'], { cwd: root })
    expect(code).toBe(1)
    expect(stderr).toContain('loopengine.config.yml:2:1 SETTINGS_UNKNOWN_KEY')
    expect(stderr).toContain('Did you mean `tools`?')
  })

  it('counts warnings with --strict, and an unknown property is an error then', async () => {
    const { root } = desk({ 'agents/desk/agent.abl': AGENT.replace('  broken()', '  broken()\n    retyr: 2') })
    expect((await cli(['check'], { cwd: root })).code).toBe(0)
    const { code, stdout } = await cli(['check', '--strict'], { cwd: root })
    expect(code).toBe(4)
    expect(stdout).toContain('ABL2007')
  })
})

describe('call of a declared tool', () => {
  it('is explained with the request that would go out, its secrets masked, and sends nothing', async () => {
    const { root } = desk()
    const before = seen.length
    const args = ['call', 'desk', 'get_order', '--args', '{"id":"a/1","region":"US"}', '--explain']
    const { code, stdout } = await cli(args, { cwd: root })
    expect(code).toBe(0)
    expect(stdout).toMatch(/ {2}id {6}"a\/1" {2}given\n {2}region {2}"\*\*\*" {2}config\.REGION/)
    expect(stdout).toContain(`GET http://127.0.0.1:${port}/orders/a%2F1?region=***`)
    expect(stdout).toMatch(/x-key: \*\*\*/i)
    expect(stdout).toContain('  execute: attempt (30000 ms)\n')
    expect(stdout).toContain('`region` was ignored')
    expect(stdout).not.toContain('4711')
    expect(seen.length).toBe(before)
    const json = JSON.parse((await cli([...args, '--json'], { cwd: root })).stdout)
    expect(json).toMatchObject({
      type: 'call_explanation',
      request: { method: 'GET' },
      decision: { decision: 'allow' },
    })
  })

  it('is explained without a request when a value is missing', async () => {
    const { root } = desk({ '.env': '' })
    const { stdout } = await cli(['call', 'desk', 'get_order', '--args', '{"id":"1"}', '--explain'], { cwd: root })
    expect(stdout).toMatch(/Request\n {2}none: config_missing: .*KEY/)
  })

  it('reads a variable at the call, and shows its value nowhere', async () => {
    const { root } = desk()
    const { code, stdout, stderr } = await cli(['call', 'desk', 'get_order', '--args', '{"id":"7"}', '--verbose'], {
      cwd: root,
    })
    expect(code).toBe(0)
    expect(seen.at(-1)?.headers['x-key']).toBe('k-4711-secret')
    expect(stderr).toContain('source: `region` from config.REGION')
    expect(stdout + stderr).not.toContain('4711')
  })

  it('shares one breaker among repeated calls', async () => {
    const { root } = desk()
    const before = seen.length
    const { code, stdout } = await cli(['call', 'desk', 'broken', '--repeat', '5'], { cwd: root })
    expect(code).toBe(1)
    expect(stdout).toContain('5 calls: 5 failed (circuit_open 3, http_503 2)')
    expect(seen.length).toBe(before + 2)
  })

  it('is refused for a host on this machine that the settings do not allow, with the line to add', async () => {
    const { root } = desk({ 'loopengine.config.yml': SETTINGS().replace(/, allow_hosts: \[.*\]/, '') })
    const before = seen.length
    const { code, stderr } = await cli(['call', 'desk', 'get_order', '--args', '{"id":"7"}'], { cwd: root })
    expect(code).toBe(1)
    expect(stderr).toContain(`allow_hosts: ["127.0.0.1:${port}"]`)
    expect(seen.length).toBe(before)
  })
})

describe('run --watch of a declared agent', () => {
  it('follows its file, an imported one and the settings', async () => {
    const place = desk({
      'agents/desk/agent.abl':
        'EXECUTION:\n  model: offline\nPERSONA: "Kind."\nTOOLS:\n  file: "../../shared/orders.tools.abl"\n',
      'shared/orders.tools.abl': AGENT.slice(AGENT.indexOf('TOOLS:')),
    })
    const running = startCli(['run', 'desk', 'Look up order A-1001', '--watch'], { cwd: place.root })
    watching = running
    const last = () => seen.at(-1)?.url
    const shown = () => running.stdout() + running.stderr()
    await until(() => last() === '/orders/A-1001?region=EU', shown)
    place.write('loopengine.config.yml', SETTINGS().replace('value: EU', 'value: US'))
    await until(() => last() === '/orders/A-1001?region=US', shown)
    place.write('shared/orders.tools.abl', place.read('shared/orders.tools.abl').replace('/orders/', '/v2/orders/'))
    await until(() => last() === '/v2/orders/A-1001?region=US', shown)
    place.write('loopengine.config.yml', `${SETTINGS()}nonsense: 1\n`)
    await until(() => running.stderr().includes('SETTINGS_UNKNOWN_KEY'), shown)
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
  })
})

describe('a secret that is an argument', () => {
  const WITH_KEY = AGENT.replace('value: REGION', 'value: KEY')

  it('goes out, and stands in no output, event, approval or file', async () => {
    const place = desk({ 'agents/desk/agent.abl': WITH_KEY, 'agents/desk/actauth.yml': 'default_decision: ask\n' })
    const run = await cli(['run', 'desk', 'Look up order A-1001', '--json', '--session', 's1'], { cwd: place.root })
    expect(run.code).toBe(3)
    expect(run.stdout).toContain('"region":"***"')
    const list = await cli(['approvals', 'list'], { cwd: place.root })
    const approved = await cli(['approvals', 'approve', 's1.1'], { cwd: place.root })
    expect(approved.code).toBe(0)
    expect(seen.at(-1)?.url).toBe('/orders/A-1001?region=k-4711-secret')
    const log = place.read('.loopengine/sessions/s1.jsonl')
    expect(run.stdout + run.stderr + list.stdout + approved.stdout + approved.stderr + log).not.toContain('4711')
  })
})

describe('a project of init --template abl', () => {
  let place: TestProject
  let cwd: string
  const call = ['call', 'rooms', 'book_room', '--args', '{"room":"Lake","day":"2030-03-04","price":1}']

  beforeAll(async () => {
    place = project()
    cwd = place.path('office')
    await cli(['init', 'office', '--yes', '--template', 'abl', '--no-install'], { cwd: place.root })
  })

  it('has no problems', async () => {
    expect((await cli(['check', '--strict'], { cwd })).code).toBe(0)
  })

  it('answers without network', async () => {
    const run = await cli(['run', 'rooms', 'Find rooms with 6 seats on 2030-03-04', '--model', 'offline'], { cwd })
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('Forest')
    expect(run.stdout).not.toContain('Lake')
  })

  it('books only what a person approved, at the price of the table', async () => {
    expect((await cli(call, { cwd })).code).toBe(3)
    const booked = await cli([...call, '--approve'], { cwd })
    expect(JSON.parse(booked.stdout)).toEqual({ booking: 'B-1', room: 'Lake', price: 20 })
    expect(place.read('office/data/bookings.jsonl')).toContain('"office":"Main Street 1"')
  })
})
