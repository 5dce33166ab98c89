import { describe, expect, it } from 'vitest'
import { abilityFolder, payments, paymentsNext, shop } from '../abilities/ability-files.ts'
import { add } from '../abilities/in-process.ts'
import { cli } from '../helpers/cli.ts'

const PAY = 'agents/shop/tools/pay.ts'
const DESK = { 'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x' }\n" }

describe('upgrade-ability', () => {
  it('shows what the new version brings, merges, and undo takes it back', async () => {
    const place = shop()
    await add(place.root, payments())
    place.git('add', '-A')
    place.git('commit', '-qm', 'installed')
    const to = abilityFolder(paymentsNext()).root
    const { code, stdout } = await cli(['upgrade-ability', 'payments', '--to', to], { cwd: place.root })
    expect(code).toBe(0)
    expect(stdout).toContain('payments 1.1.0')
    expect(stdout).toContain('shop: allow quote in */*')
    expect((await cli(['undo'], { cwd: place.root })).code).toBe(0)
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('refuses a widening, and a conflict, and writes the latter with --conflict markers', async () => {
    const place = shop()
    await add(place.root, payments())
    place.write(PAY, place.read(PAY).replace('// three', '// mine'))
    const to = abilityFolder(paymentsNext()).root
    const run = async (...flags: string[]) => {
      const { code, stdout } = await cli(['upgrade-ability', 'payments', '--to', to, '--json', ...flags], {
        cwd: place.root,
      })
      return { exit: code, ...JSON.parse(stdout) }
    }
    expect(await run()).toMatchObject({ exit: 1, error: { code: 'ability_conflict' } })
    expect(await run('--conflict', 'markers', '--fail-on-widening')).toMatchObject({
      exit: 4,
      error: { code: 'ability_widens' },
    })
    expect(place.read(PAY)).not.toContain('<<<<<<<')
    expect(await run('--conflict', 'markers')).toMatchObject({ exit: 0, applied: true })
    const checked = await cli(['check', '--json'], { cwd: place.root })
    const conflict = { code: 'ABILITY_CONFLICT', severity: 'error', file: PAY, line: 11 }
    expect(JSON.parse(checked.stdout).diagnostics).toEqual(expect.arrayContaining([expect.objectContaining(conflict)]))
    const listed = await cli(['list-abilities', '--json'], { cwd: place.root })
    expect(JSON.parse(listed.stdout).abilities).toMatchObject([{ version: '1.0.0', pending: '1.1.0' }])
    expect(await run()).toMatchObject({ exit: 1, error: { code: 'conflict_unresolved', file: PAY, line: 11 } })
  })
})

describe('remove-ability', () => {
  it('takes the ability of the chosen agent only', async () => {
    const place = shop(DESK)
    await add(place.root, payments(), 'shop', 'desk')
    const several = await cli(['remove-ability', 'payments', '--json'], { cwd: place.root })
    expect(several.code).toBe(2)
    expect(JSON.parse(several.stdout).error.hint).toBe('Give it. One of: desk, shop.')
    expect((await cli(['remove-ability', 'payments', '--agent', 'desk'], { cwd: place.root })).code).toBe(0)
    expect(place.exists('agents/desk/tools')).toBe(false)
    expect(place.exists(PAY)).toBe(true)
  })

  it('has nothing to do for what is not installed, and names the nearest for what is nearly', async () => {
    const place = shop()
    const gone = await cli(['remove-ability', 'payments', '--json'], { cwd: place.root })
    expect(gone.code).toBe(0)
    expect(JSON.parse(gone.stdout)).toMatchObject({ applied: false, notes: ['`payments` is not installed.'] })
    await add(place.root, payments())
    const nearly = await cli(['remove-ability', 'paymnts', '--json'], { cwd: place.root })
    expect(nearly.code).toBe(2)
    expect(JSON.parse(nearly.stdout).error.hint).toContain('Did you mean `payments`?')
  })
})

describe('an ability with a scope', () => {
  it('is found without it', async () => {
    const place = shop()
    await add(place.root, { ...payments(), 'package.json': '{"name":"@acme/payments","version":"1.0.0"}' })
    const { code } = await cli(['remove-ability', 'payments'], { cwd: place.root })
    expect(code).toBe(0)
    expect(place.git('status', '--porcelain')).toBe('')
  })
})

describe('list-abilities and diff-ability', () => {
  it('tell what was changed', async () => {
    const place = shop()
    await add(place.root, payments())
    place.write(PAY, place.read(PAY).replace('// one', '// uno'))
    place.write('agents/shop/actauth.yml', place.read('agents/shop/actauth.yml').replace('value: 20', 'value: 5'))
    const listed = await cli(['list-abilities'], { cwd: place.root })
    expect(listed.stdout).toContain('changed: agents/shop/actauth.yml#small-pays')
    const { stdout } = await cli(['diff-ability', 'payments'], { cwd: place.root })
    expect(stdout).toContain('-    // one\n+    // uno')
    expect(stdout).toContain(
      '-  when: { field: amount, op: lte, value: 20 }\n+  when: { field: amount, op: lte, value: 5 }',
    )
  })

  it('say so when there is nothing', async () => {
    const place = shop()
    expect((await cli(['list-abilities'], { cwd: place.root })).stdout).toContain('No ability is installed.')
    const { code, stderr } = await cli(['diff-ability', 'payments'], { cwd: place.root })
    expect(code).toBe(2)
    expect(stderr).toContain('The ability `payments` is not installed.')
  })

  it('refuse a record that a newer loopengine wrote, or that leads out of the agent', async () => {
    const place = shop({ 'agents/shop/.loopengine-abilities.json': '{ "version": 2, "abilities": {} }\n' })
    const newer = await cli(['list-abilities', '--json'], { cwd: place.root })
    expect(JSON.parse(newer.stdout).error.code).toBe('version_newer')
    await add(shop().root, payments())
    const other = shop()
    await add(other.root, payments())
    const file = 'agents/shop/.loopengine-abilities.json'
    other.write(file, other.read(file).replace('"lib/cents.ts": {', '"../../lib/cents.ts": {'))
    const { code, stdout } = await cli(['remove-ability', 'payments', '--force', '--json'], { cwd: other.root })
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 1, error: 'provenance_invalid' })
  })
})
