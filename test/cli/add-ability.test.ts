import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  abilityFolder,
  type Files,
  manifest,
  packageText,
  payments,
  RULES,
  SHOP,
  shop,
  toolText,
} from '../abilities/ability-files.ts'
import { type CliResult, cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

type Place = ReturnType<typeof shop>

function add(place: { root: string }, files: Files, ...flags: string[]): Promise<CliResult> {
  return cli(['add-ability', abilityFolder(files).root, '--json', ...flags], { cwd: place.root })
}

async function refused(place: Place, files: Files, ...flags: string[]) {
  const { code, stdout } = await add(place, files, ...flags)
  expect(place.git('status', '--porcelain')).toBe('')
  return { exit: code, ...JSON.parse(stdout).error }
}

describe('add-ability', () => {
  it('copies the files, lists the tools, adds the rules and remembers where all of it came from', async () => {
    const place = shop()
    const ability = abilityFolder(payments())
    const { code, stderr } = await cli(['add-ability', ability.root], { cwd: place.root })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(place.read('agents/shop/tools/index.ts')).toMatchInlineSnapshot(`
      "import { getOrder } from './get_order.js'
      import { pay } from './pay.js'
      import { look } from './look.js'

      // All that this agent can do.
      export const tools = [getOrder, pay, look]
      "
    `)
    expect(place.read('agents/shop/actauth.yml')).toContain('when: { field: amount, op: lte, value: 20 }')
    expect(place.read('agents/shop/lib/cents.ts')).toBe(payments()['lib/cents.ts'])
    expect(place.read('agents/shop/skills/paying/references/table.md')).toContain('| 1 | 2 |')
    const { abilities } = JSON.parse(place.read('agents/shop/.loopengine-abilities.json'))
    expect(abilities.payments).toMatchObject({
      version: '1.0.0',
      source: 'folder',
      skills: { paying: 'skills/paying' },
    })
    expect(Object.keys(abilities.payments.files)).toHaveLength(5)
  })

  it('gives the agent tools that work, and rules that decide about them', async () => {
    const place = shop()
    await add(place, payments())
    const call = await cli(['call', 'shop', 'look', '--args', '{"amount":3}', '--json', '--approve'], {
      cwd: place.root,
    })
    expect(call.code).toBe(4)
    const explain = (amount: number) =>
      cli(
        ['permissions', 'explain', 'shop', 'pay', '--args', JSON.stringify({ amount }), '--environment', 'development'],
        { cwd: place.root },
      )
    expect((await explain(20)).code).toBe(0)
    expect((await explain(21)).code).toBe(3)
    const paid = await cli(['call', 'shop', 'pay', '--args', '{"amount":1.5}', '--json', '--approve'], {
      cwd: place.root,
    })
    expect(JSON.parse(paid.stdout.trim().split('\n').at(-1) ?? '').outcome).toMatchObject({ kind: 'ok', value: 150 })
  })

  it('shows what it brings before it writes', async () => {
    const { stdout } = await cli(['add-ability', abilityFolder(payments()).root, '--dry-run'], { cwd: shop().root })
    for (const told of [
      'pay  not safe',
      'look  safe',
      'paying',
      'allow pay in */development when amount lte 20',
      'PAY_TOKEN  secret',
      'No rule is about `look`',
      'Nothing was written',
    ]) {
      expect(stdout).toContain(told)
    }
  })

  it('tells what is newly allowed with its condition', async () => {
    const { stdout } = await add(shop(), payments())
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({ applied: true, ability: { name: 'payments', version: '1.0.0' } })
    const when = [{ field: 'amount', op: 'lte', value: 20 }]
    expect(document.newlyAllowed).toEqual([
      { agent: 'shop', tool: 'pay', scope: '*/development', decision: 'allow', when },
    ])
    expect(document.notes).toContain('Set PAY_TOKEN in .env, which git leaves out: Token of the bank')
  })

  it('counts what a rule or default of the agent lets new tools do as newly allowed', async () => {
    const place = shop({ 'agents/shop/actauth.yml': 'default_decision: allow\nrules: []\n' })
    const files = payments({ 'loopengine.ability.json': manifest({ tools: ['tools/look.ts'], actauth: undefined }) })
    const { stdout } = await add(place, files, '--dry-run')
    expect(JSON.parse(stdout).newlyAllowed).toMatchObject([{ tool: 'look', decision: 'allow' }])
  })

  it('refuses to widen with --fail-on-widening', async () => {
    const error = await refused(shop(), payments(), '--fail-on-widening')
    expect(error).toMatchObject({ exit: 4, code: 'ability_widens' })
    expect(error.message).toContain('allow pay in */development when amount lte 20')
  })

  it('does not mind --fail-on-widening when nothing is newly allowed', async () => {
    const rules = RULES.slice(0, RULES.indexOf('\n  - name: small'))
    const { code } = await add(shop(), payments({ 'actauth/rules.yml': rules }), '--fail-on-widening')
    expect(code).toBe(0)
  })

  it('changes nothing when it is installed already, even after edits', async () => {
    const place = shop()
    const ability = abilityFolder(payments())
    await cli(['add-ability', ability.root], { cwd: place.root })
    place.write('agents/shop/tools/pay.ts', `${place.read('agents/shop/tools/pay.ts')}// mine\n`)
    const { code, stdout } = await cli(['add-ability', ability.root, '--json'], { cwd: place.root })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      applied: false,
      changes: [],
      notes: ['Agent `shop` has payments 1.0.0 already.'],
    })
  })

  it('points to upgrade-ability when another version is there', async () => {
    const place = shop()
    await add(place, payments())
    const { code, stdout } = await add(place, payments({ 'package.json': packageText({ version: '2.0.0' }) }))
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'ability_installed',
      hint: expect.stringContaining('upgrade-ability payments'),
    })
  })

  it('installs into several agents in one change, and undo takes all of it back', async () => {
    const place = shop({
      'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x' }\n",
    })
    const { stdout } = await add(place, payments(), '--agent', 'shop', '--agent', 'desk')
    const { changes } = JSON.parse(stdout)
    expect(changes.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['agents/desk/tools/index.ts', 'agents/shop/tools/index.ts']),
    )
    expect(changes.filter(({ path }: { path: string }) => path.startsWith('.loopengine/'))).toHaveLength(1)
    expect((await cli(['check'], { cwd: place.root })).code).toBe(0)
    expect((await cli(['undo'], { cwd: place.root })).code).toBe(0)
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('needs --agent when there are several and nobody can be asked', async () => {
    const place = shop({ 'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x' }\n" })
    const error = await refused(place, payments())
    expect(error).toMatchObject({ exit: 2, code: 'missing_value', hint: 'Give it. One of: desk, shop.' })
  })

  it('installs into a subagent', async () => {
    const place = shop({
      'agents/shop/subagents/returns/index.ts':
        "export const config = { name: 'returns', systemPrompt: 'x', toolDescription: 'x' }\n",
    })
    const { code } = await add(place, payments(), '--agent', 'shop/returns')
    expect(code).toBe(0)
    expect(place.exists('agents/shop/subagents/returns/tools/pay.ts')).toBe(true)
  })

  it('puts a skill whose name is taken below the name of the ability', async () => {
    const place = shop({ 'agents/shop/skills/paying/SKILL.md': '---\nname: paying\ndescription: Mine.\n---\nx\n' })
    await add(place, payments())
    expect(place.read('agents/shop/skills/paying/SKILL.md')).toContain('Mine.')
    expect(place.exists('agents/shop/skills/payments/paying/references/table.md')).toBe(true)
    expect((await cli(['check'], { cwd: place.root })).code).toBe(0)
  })

  it('installs tools of an .abl file without an entry in tools/index.ts', async () => {
    const place = shop()
    const abl =
      'TOOLS:\n  rate(from: string) -> {rate: number}\n    description: "The rate"\n    type: http\n    endpoint: "https://rates.example.com/{from}"\n    method: GET\n'
    const rules = 'rules:\n  - name: rates\n    scope: "*/*"\n    tool: rate\n    decision: allow\n'
    const { code, stdout } = await add(place, {
      'package.json': packageText(),
      'loopengine.ability.json': manifest({ tools: ['tools/rates.tools.abl'], skills: [] }),
      'tools/rates.tools.abl': abl,
      'actauth/rules.yml': rules,
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).ability.tools).toMatchObject([{ name: 'rate', safe: true }])
    expect(place.git('status', '--porcelain')).not.toContain('tools/index.ts')
    const tools = await cli(['tools', 'shop', '--json'], { cwd: place.root })
    expect(JSON.parse(tools.stdout).tools).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'rate', decision: 'allow' })]),
    )
  })

  it('never runs code or scripts of the ability', async () => {
    const place = shop()
    const canary = project().path('canary')
    const bomb = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(canary)}, 'ran')\n`
    const scripts = Object.fromEntries(
      ['prepare', 'prepack', 'preinstall', 'install', 'postinstall'].map(name => [name, `touch ${canary}`]),
    )
    const { code } = await add(
      place,
      payments({ 'tools/look.ts': bomb + toolText('look'), 'package.json': packageText({ scripts }) }),
    )
    expect(code).toBe(0)
    expect(place.exists(canary)).toBe(false)
  })

  it('reads a folder as it is: ignored files come, others do not', async () => {
    const place = shop()
    await add(place, payments({ '.npmignore': 'skills\n', '.env': 'SECRET=1\n', 'notes.txt': 'x' }))
    expect(place.exists('agents/shop/skills/paying/SKILL.md')).toBe(true)
    expect(place.git('ls-files', '-o', '--exclude-standard')).not.toMatch(/\.env|notes\.txt|npmignore/)
  })
})

describe('add-ability refuses, and writes nothing,', () => {
  it.each([
    ['a spec that starts with a hyphen', ['--', '-rf'], 'starts with `-`'],
    ['an empty spec', [''], 'is empty'],
    ['a folder that is not there', ['./nowhere'], 'neither a folder nor a file'],
    ['an owner and a repository without a host', ['acme/refunds'], 'github:acme/refunds'],
    ['a password in an address', ['https://me:secret@example.org/x.tgz'], 'user or password'],
  ])('%s', async (_, words, told) => {
    const place = shop()
    const { code, stdout } = await cli(['add-ability', '--json', ...words], { cwd: place.root })
    const { error } = JSON.parse(stdout)
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'ability_spec' })
    expect(error.message + error.hint).toContain(told)
    expect(stdout).not.toContain('secret')
  })

  it('a package that is no ability', async () => {
    const error = await refused(shop(), { 'package.json': packageText() })
    expect(error).toMatchObject({ exit: 1, code: 'ability_invalid' })
    expect(error.message).toContain('There is no loopengine.ability.json, so this is no ability.')
  })

  it('everything that is wrong at once', async () => {
    const files = payments({
      'loopengine.ability.json': manifest({ skill: [], env: [{ name: '1' }], tools: ['/etc/passwd', 'tools/pay.ts'] }),
      'package.json': packageText({ version: '1' }),
    })
    const { message } = await refused(shop(), files)
    expect(message).toContain('it has 4 problems')
    expect(message).toContain('loopengine.ability.json:4:5 In `tools`, the path "/etc/passwd" is absolute.')
  })

  it('a loopengine that is too old or too new', async () => {
    const error = await refused(
      shop(),
      payments({ 'loopengine.ability.json': manifest({ loopengineVersion: '>=99' }) }),
    )
    expect(error.code).toBe('loopengine_version')
    expect(error.message).toContain('It needs loopengine >=99')
  })

  it('names of tools, rules and files that are taken, all named', async () => {
    const place = shop({
      'agents/shop/tools/pay.ts': toolText('pay'),
      'agents/shop/lib/cents.ts': 'export {}\n',
      'agents/shop/actauth.yml': `${SHOP['agents/shop/actauth.yml']}  - name: pay-asks\n    scope: "*/*"\n    tool: get_order\n    decision: ask\n`,
    })
    const error = await refused(place, payments())
    expect(error.code).toBe('ability_collision')
    expect(error.message).toContain('the tool name `pay` is taken: agents/shop/tools/pay.ts')
    expect(error.message).toContain('the rule name `pay-asks` is taken')
    expect(error.message).toContain('the file agents/shop/lib/cents.ts is there already')
  })

  it('the name of a built-in tool', async () => {
    const files = payments({ 'tools/look.ts': toolText('look').replace("'look'", "'readFile'") })
    expect((await refused(shop(), files)).message).toContain('`readFile` is that of a built-in tool')
  })

  it('an agent that keeps its tools or rules in its config', async () => {
    const config = (key: string) =>
      shop({ 'agents/shop/index.ts': `export const config = { name: 'shop', systemPrompt: 'x', ${key}: [] }\n` })
    expect((await refused(config('tools'), payments())).code).toBe('TOOLS_IN_CONFIG')
    expect((await refused(config('rules'), payments())).code).toBe('RULES_IN_CONFIG')
  })

  it('links in a folder', async () => {
    const place = shop()
    const ability = abilityFolder(payments())
    symlinkSync('/etc/hostname', ability.path('skills/paying/host'))
    const { code, stdout } = await cli(['add-ability', ability.root, '--json'], { cwd: place.root })
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 1, error: 'ability_refused' })
    expect(place.git('status', '--porcelain')).toBe('')
  })
})
