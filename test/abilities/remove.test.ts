import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Files, packageText, payments, paymentsNext, SHOP, shop, toolText } from './ability-files.ts'
import { add, remove, upgrade } from './in-process.ts'

const PAY = 'agents/shop/tools/pay.ts'
const ACTAUTH = 'agents/shop/actauth.yml'
const INDEX = 'agents/shop/tools/index.ts'

const other = (): Files => ({
  'package.json': packageText({ name: 'other' }),
  'loopengine.ability.json': '{ "loopengineVersion": "*", "tools": ["tools/ring.ts"], "actauth": "actauth/rules.yml" }',
  'tools/ring.ts': toolText('ring'),
  'actauth/rules.yml': 'rules:\n  - name: ring-asks\n    scope: "*/*"\n    tool: ring\n    decision: ask\n',
})

describe('remove-ability', () => {
  const without = (...names: string[]): Files => Object.fromEntries(names.map(name => [name, '']))

  it.each<[string, Files]>([
    ['as the examples write it', {}],
    ['without an actauth.yml', without(ACTAUTH)],
    ['without tools/index.ts', without(INDEX)],
    ['without either', without(ACTAUTH, INDEX)],
    ['without any rule', { [ACTAUTH]: 'default_decision: deny\n' }],
    ['with an empty list of rules', { [ACTAUTH]: 'default_decision: deny\nrules: []\n' }],
    [
      'with rules in braces and CRLF',
      { [ACTAUTH]: 'default_decision: deny\r\nrules: [{ name: a, scope: "*/*", tool: get_order, decision: ask }]\r\n' },
    ],
    [
      'with a list over several lines',
      { [INDEX]: "import { getOrder } from './get_order'\n\nexport const tools = [\n  getOrder, // first\n];\n" },
    ],
    ['with an empty list of tools', { [INDEX]: 'export const tools = []\n' }],
    ['with a comment alone in its index', { [INDEX]: '// nothing yet\n' }],
  ])('gives the first bytes back to an agent %s', async (_, changes) => {
    const place = shop(changes)
    const empty = Object.keys(changes).filter(file => changes[file] === '')
    for (const file of empty) rmSync(place.path(file))
    place.git('add', '-A')
    place.git('commit', '-qm', 'as it is', '--allow-empty')
    await add(place.root, payments())
    expect(place.git('status', '--porcelain')).not.toBe('')
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
    expect(place.exists('agents/shop/skills')).toBe(false)
    expect(place.exists('.loopengine/abilities')).toBe(false)
  })

  it('leaves everything alone that came in between', async () => {
    const place = shop()
    await add(place.root, payments())
    place.write(
      INDEX,
      place
        .read(INDEX)
        .replace('// All that', "import { ping } from './ping.js'\n// Mine. All that")
        .replace('look]', 'look, ping]'),
    )
    place.write('agents/shop/tools/ping.ts', toolText('ping'))
    place.write(
      ACTAUTH,
      `${place.read(ACTAUTH)}  # Mine too.\n  - name: ping-ask\n    scope: "*/*"\n    tool: ping\n    decision: ask\n`,
    )
    await remove(place.root, 'payments')
    expect(place.read(INDEX)).toMatchInlineSnapshot(`
      "import { getOrder } from './get_order.js'

      import { ping } from './ping.js'
      // Mine. All that this agent can do.
      export const tools = [getOrder, ping]
      "
    `)
    expect(place.read(ACTAUTH)).toBe(
      `${SHOP[ACTAUTH]}  # Mine too.\n  - name: ping-ask\n    scope: "*/*"\n    tool: ping\n    decision: ask\n`,
    )
  })

  it('takes abilities away in any order', async () => {
    for (const order of [
      ['payments', 'other'],
      ['other', 'payments'],
    ]) {
      const place = shop({ [ACTAUTH]: 'default_decision: deny\n' })
      await add(place.root, payments())
      await add(place.root, other())
      for (const name of order) await remove(place.root, name)
      expect(place.git('status', '--porcelain')).toBe('')
    }
  })

  it('refuses edited files and rules, names them, and takes them with --force', async () => {
    const place = shop()
    await add(place.root, payments())
    place.write(PAY, `${place.read(PAY)}// mine\n`)
    place.write(ACTAUTH, place.read(ACTAUTH).replace('value: 20', 'value: 5'))
    await expect(remove(place.root, 'payments')).rejects.toMatchObject({
      code: 'ability_edited',
      message: expect.stringMatching(/tools\/pay\.ts\n {2}the rule small-pays in agents\/shop\/actauth\.yml/),
    })
    expect(place.exists(PAY)).toBe(true)
    await remove(place.root, 'payments', { force: true })
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('does not mind files and rules that you removed yourself', async () => {
    const place = shop()
    await add(place.root, payments())
    rmSync(place.path('agents/shop/skills/paying/references/table.md'))
    place.write(ACTAUTH, place.read(ACTAUTH).replace(/\n {2}- name: small-pays(\n.*){4}/, ''))
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('takes rules along that were written for its tools, and refuses while you name them elsewhere', async () => {
    const place = shop()
    await add(place.root, payments())
    const always = '  - name: pay-always-1\n    scope: "default/development"\n    tool: pay\n    decision: allow\n'
    place.write(ACTAUTH, place.read(ACTAUTH) + always)
    place.write('agents/shop/evals/pay.eval.yml', 'cases:\n  - call: pay\n')
    await expect(remove(place.root, 'payments')).rejects.toMatchObject({
      code: 'tool_in_use',
      file: 'agents/shop/evals/pay.eval.yml',
      line: 2,
    })
    rmSync(place.path('agents/shop/evals'), { recursive: true })
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('is refused while other code imports a file of it', async () => {
    const place = shop({
      'lib/use.ts': "import { inCents } from '../agents/shop/lib/cents.js'\n\nexport const x = inCents(1)\n",
    })
    await add(place.root, payments())
    await expect(remove(place.root, 'payments')).rejects.toMatchObject({ code: 'would_break', file: 'lib/use.ts' })
  })

  it('needs no base and no source', async () => {
    const place = shop()
    await add(place.root, payments())
    rmSync(place.path('.loopengine'), { recursive: true })
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('keeps the base for another agent that has the ability', async () => {
    const place = shop({ 'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x' }\n" })
    await add(place.root, payments(), 'shop', 'desk')
    const plan = async (name: string) => {
      const { ChangePlan } = await import('../../src/edit/change-set/change-plan.ts')
      const { agentsWith } = await import('../../src/abilities/installed-abilities.ts')
      return (await agentsWith(new ChangePlan(place.root, ''), name)).map(({ agent }) => agent.name)
    }
    expect(await plan('payments')).toEqual(['desk', 'shop'])
    expect(place.files().filter(file => file.startsWith('.loopengine/abilities/'))).toHaveLength(1)
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
  })
})

describe('packages that an ability needs', () => {
  const needing = (dependencies: Record<string, string>, name = 'payments', files = payments()): Files => ({
    ...files,
    'package.json': packageText({ name, dependencies }),
  })

  it.each<[string, string]>([
    ['without dependencies', '{\n  "name": "shop",\n  "type": "module"\n}\n'],
    ['with dependencies in the middle', '{\n\t"dependencies": {\n\t\t"a": "^1.0.0"\n\t},\n\t"name": "shop"\n}'],
    ['on one line', '{ "name": "shop", "dependencies": {} }\n'],
    ['with CRLF', '{\r\n  "name": "shop",\r\n  "dependencies": {\r\n    "a": "^1.0.0"\r\n  }\r\n}\r\n'],
  ])('are added to a package.json %s, and taken back byte for byte', async (_, text) => {
    const place = shop({ 'package.json': text })
    await add(place.root, needing({ 'left-pad': '^1.3.0', '@acme/x': '~2.0.0' }))
    expect(JSON.parse(place.read('package.json')).dependencies).toMatchObject({
      'left-pad': '^1.3.0',
      '@acme/x': '~2.0.0',
    })
    await remove(place.root, 'payments')
    expect(place.read('package.json')).toBe(text)
  })

  it('are told with the command that installs them', async () => {
    const place = shop({ 'pnpm-lock.yaml': '' })
    const { notes } = await add(place.root, needing({ 'left-pad': '^1.3.0' }))
    expect(notes).toContain('Install what it needs (left-pad): `pnpm install`.')
  })

  it('stay as they are when the project has a range inside theirs', async () => {
    const place = shop({ 'package.json': '{ "devDependencies": { "left-pad": "~1.3.2" } }\n' })
    await add(place.root, needing({ 'left-pad': '^1.3.0' }))
    expect(place.read('package.json')).toBe('{ "devDependencies": { "left-pad": "~1.3.2" } }\n')
  })

  it('are refused when the project allows other versions', async () => {
    const place = shop({ 'package.json': '{ "dependencies": { "left-pad": "^1.0.0" } }\n' })
    await expect(add(place.root, needing({ 'left-pad': '^1.3.0' }))).rejects.toMatchObject({
      code: 'dependency_conflict',
      message: '`payments` needs `left-pad` in ^1.3.0, and package.json has ^1.0.0.',
    })
  })

  it('are refused without a package.json', async () => {
    const place = shop()
    rmSync(place.path('package.json'))
    await expect(add(place.root, needing({ 'left-pad': '^1.3.0' }))).rejects.toMatchObject({ code: 'no_package_json' })
  })

  it('stay while another ability or a source of the project needs them', async () => {
    const place = shop()
    await add(place.root, needing({ 'left-pad': '^1.3.0', tiny: '1.0.0' }))
    await add(place.root, {
      ...other(),
      'package.json': packageText({ name: 'other', dependencies: { 'left-pad': '^1.3.0' } }),
    })
    place.write('lib/use.ts', "import tiny from 'tiny'\n\nexport { tiny }\n")
    await remove(place.root, 'payments')
    expect(JSON.parse(place.read('package.json')).dependencies).toEqual({ 'left-pad': '^1.3.0', tiny: '1.0.0' })
    await remove(place.root, 'other')
    expect(JSON.parse(place.read('package.json')).dependencies).toEqual({ tiny: '1.0.0' })
  })

  it('stay when you changed the range', async () => {
    const place = shop()
    await add(place.root, needing({ 'left-pad': '^1.3.0' }))
    place.write('package.json', place.read('package.json').replace('^1.3.0', '^1.3.1'))
    const { notes } = await remove(place.root, 'payments')
    expect(JSON.parse(place.read('package.json')).dependencies).toEqual({ 'left-pad': '^1.3.1' })
    expect(notes).toEqual(['package.json keeps left-pad, which payments needed: its range was changed.'])
  })

  it('come and go with an upgrade', async () => {
    const place = shop()
    await add(place.root, needing({ 'left-pad': '^1.3.0' }))
    const next = {
      ...paymentsNext(),
      'package.json': packageText({ version: '1.1.0', dependencies: { tiny: '^2.0.0' } }),
    }
    await upgrade(place.root, 'payments', next)
    expect(JSON.parse(place.read('package.json')).dependencies).toEqual({ tiny: '^2.0.0' })
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
  })
})
