import { describe, expect, it } from 'vitest'
import { type Files, manifest, packageText, payments, paymentsNext, RULES, shop, toolText } from './ability-files.ts'
import { add, remove, upgrade } from './in-process.ts'

const PAY = 'agents/shop/tools/pay.ts'
const ACTAUTH = 'agents/shop/actauth.yml'
const PROVENANCE = 'agents/shop/.loopengine-abilities.json'

async function installed(changes: Files = {}, files = payments()) {
  const place = shop(changes)
  await add(place.root, files)
  const replace = (file: string, from: string, to: string): void => {
    if (!place.read(file).includes(from)) throw new Error(`${file} has no ${from}`)
    place.write(file, place.read(file).replace(from, to))
  }
  const entry = () => JSON.parse(place.read(PROVENANCE)).abilities.payments
  return { ...place, replace, entry }
}

describe('upgrade-ability', () => {
  it('takes what only the author changed, keeps what only you changed', async () => {
    const place = await installed()
    place.replace(PAY, '// one', '// one, mine')
    place.replace('agents/shop/lib/cents.ts', 'Math.round', 'Math.floor')
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.read(PAY)).toContain('// one, mine')
    expect(place.read(PAY)).toContain('// three, changed by the author')
    expect(place.read('agents/shop/lib/cents.ts')).toContain('Math.floor')
    expect(place.entry().version).toBe('1.1.0')
  })

  it('adds new tools, skills files and rules, and drops those that are gone', async () => {
    const place = await installed()
    const { newlyAllowed } = await upgrade(place.root, 'payments', paymentsNext())
    expect(place.read('agents/shop/tools/index.ts')).toContain('[getOrder, pay, quote]')
    expect(place.exists('agents/shop/tools/look.ts')).toBe(false)
    expect(place.exists('agents/shop/skills/paying/references/more.md')).toBe(true)
    expect(place.read(ACTAUTH)).toContain('quotes-run')
    expect(newlyAllowed.map(({ tool, scope, when }) => [tool, scope, when?.[0]?.value])).toEqual([
      ['pay', '*/development', 30],
      ['quote', '*/*', undefined],
    ])
  })

  it('takes a rule away that the new version dropped', async () => {
    const place = await installed()
    await upgrade(
      place.root,
      'payments',
      paymentsNext({ 'actauth/rules.yml': RULES.slice(0, RULES.indexOf('\n  - name: small')) }),
    )
    expect(place.read(ACTAUTH)).not.toContain('small-pays')
    expect(place.read(ACTAUTH)).toContain('pay-asks')
  })

  it('merges a rule field by field', async () => {
    const place = await installed()
    place.replace(ACTAUTH, 'scope: "*/development"', 'scope: "acme/development"')
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.read(ACTAUTH)).toContain('scope: "acme/development"')
    expect(place.read(ACTAUTH)).toContain('value: 30')
  })

  it('leaves a rule away that you removed and nobody changed', async () => {
    const place = await installed()
    place.write(ACTAUTH, place.read(ACTAUTH).replace(/ {2}- name: pay-asks\n(.*\n){3}/, ''))
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.read(ACTAUTH)).not.toContain('pay-asks')
  })

  it('takes a checkout with other line ends for no edit, and keeps them', async () => {
    const place = await installed()
    place.write(PAY, place.read(PAY).replaceAll('\n', '\r\n'))
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.read(PAY)).toContain('// three, changed by the author\r\n')
    expect(place.read(PAY)).not.toMatch(/[^\r]\n/)
  })

  it('follows a tool that moved to another file', async () => {
    const place = await installed()
    const { 'tools/look.ts': text = '', ...rest } = payments()
    const moved = {
      ...rest,
      'package.json': packageText({ version: '2.0.0' }),
      'loopengine.ability.json': manifest({ tools: ['tools/pay.ts', 'tools/look_at.ts'] }),
      'tools/look_at.ts': text,
    }
    await upgrade(place.root, 'payments', moved)
    expect(place.read('agents/shop/tools/index.ts')).toContain("import { look } from './look_at.js'")
    expect(place.read('agents/shop/tools/index.ts')).not.toContain("'./look.js'")
  })

  it('follows a tool whose export has another name', async () => {
    const place = await installed()
    const files = payments({
      'package.json': packageText({ version: '2.0.0' }),
      'tools/look.ts': toolText('look', { safe: true }).replace('const look', 'const lookUp'),
    })
    await upgrade(place.root, 'payments', files)
    expect(place.read('agents/shop/tools/index.ts')).toContain('[getOrder, pay, lookUp]')
  })

  it('takes the rule along that was written for a dropped tool, and refuses while you name it', async () => {
    const place = await installed()
    place.write(
      ACTAUTH,
      `${place.read(ACTAUTH)}  - name: look-allow\n    scope: "*/*"\n    tool: look\n    decision: allow\n`,
    )
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.read(ACTAUTH)).not.toContain('look-allow')
    const other = await installed()
    other.write(
      ACTAUTH,
      `${other.read(ACTAUTH)}  - name: my-own\n    scope: "*/*"\n    tool: look\n    decision: allow\n`,
    )
    await expect(upgrade(other.root, 'payments', paymentsNext())).rejects.toMatchObject({
      code: 'tool_in_use',
      file: ACTAUTH,
    })
  })

  it('changes nothing when the version is there already', async () => {
    const place = await installed()
    const { changes, notes } = await upgrade(place.root, 'payments', payments())
    expect({ changes, notes }).toEqual({ changes: [], notes: ['Agent `shop` has payments 1.0.0 already.'] })
  })

  it('is refused when what is new meets something of yours', async () => {
    const place = await installed()
    place.write('agents/shop/tools/quote.ts', toolText('quote'))
    await expect(upgrade(place.root, 'payments', paymentsNext())).rejects.toMatchObject({
      code: 'ability_collision',
      message: expect.stringContaining('agents/shop/tools/quote.ts'),
    })
  })

  it('is refused when the new version has another name', async () => {
    const place = await installed()
    await expect(
      upgrade(place.root, 'payments', paymentsNext({ 'package.json': packageText({ name: 'other' }) })),
    ).rejects.toMatchObject({ code: 'ability_other_name' })
  })

  it('goes back to an older version the same way', async () => {
    const place = await installed()
    await upgrade(place.root, 'payments', paymentsNext())
    await upgrade(place.root, 'payments', payments())
    expect(place.entry().version).toBe('1.0.0')
    expect(place.read('agents/shop/tools/index.ts')).toContain('look')
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('keeps only the base of the version that is installed', async () => {
    const place = await installed()
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.files().filter(file => file.startsWith('.loopengine/abilities/'))).toEqual([
      `.loopengine/abilities/${place.entry().base}`,
    ])
  })
})

describe('a conflict', () => {
  const conflicting = async () => {
    const place = await installed()
    place.replace(PAY, '// three', '// three, mine')
    return place
  }

  it('writes nothing and names every place', async () => {
    const place = await conflicting()
    place.replace(ACTAUTH, 'value: 20', 'value: 25')
    place.write('agents/shop/tools/look.ts', toolText('look', { body: '1' }))
    const before = place.files().map(file => place.read(file))
    await expect(upgrade(place.root, 'payments', paymentsNext())).rejects.toMatchObject({
      code: 'ability_conflict',
      message: expect.stringMatching(
        /look\.ts: you changed it, and the new version drops it\n.*pay\.ts: both sides changed the same lines\n.*small-pays.*`when`/,
      ),
    })
    expect(place.files().map(file => place.read(file))).toEqual(before)
  })

  it('is written between markers on request, and the version stays until it is resolved', async () => {
    const place = await conflicting()
    const { unfinished } = await upgrade(place.root, 'payments', paymentsNext(), 'markers')
    expect(unfinished).toEqual([PAY])
    expect(place.read(PAY)).toContain(
      '<<<<<<< yours\n    // three, mine\n=======\n    // three, changed by the author\n>>>>>>> payments 1.1.0\n',
    )
    expect(place.entry()).toMatchObject({
      version: '1.0.0',
      pending: { to: { version: '1.1.0' }, conflicts: ['tools/pay.ts'] },
    })
    await expect(upgrade(place.root, 'payments', paymentsNext())).rejects.toMatchObject({
      code: 'conflict_unresolved',
      file: PAY,
    })
    place.write(PAY, place.read(PAY).replace(/<<<<<<<[\s\S]*=======\n([\s\S]*)>>>>>>>.*\n/, '$1'))
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.entry()).toMatchObject({ version: '1.1.0' })
    expect(place.entry().pending).toBeUndefined()
    await remove(place.root, 'payments')
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('in a rule keeps yours on request, and says what to look at', async () => {
    const place = await installed()
    place.replace(ACTAUTH, 'value: 20', 'value: 25')
    const { notes } = await upgrade(place.root, 'payments', paymentsNext(), 'markers')
    expect(place.read(ACTAUTH)).toContain('value: 25')
    expect(notes.join()).toContain('Look at the rule small-pays')
    expect(place.entry().version).toBe('1.0.0')
    await upgrade(place.root, 'payments', paymentsNext())
    expect(place.entry().version).toBe('1.1.0')
  })

  it('about a tool that is dropped leaves you the tool with its entry and rules on request', async () => {
    const files = payments({
      'actauth/rules.yml': `${RULES}\n  - name: looks-run\n    scope: "*/*"\n    tool: look\n    decision: allow\n`,
    })
    const place = await installed({}, files)
    place.write('agents/shop/tools/look.ts', toolText('look', { safe: true, body: '1' }))
    await upgrade(place.root, 'payments', paymentsNext(), 'markers')
    expect(place.exists('agents/shop/tools/look.ts')).toBe(true)
    expect(place.read('agents/shop/tools/index.ts')).toContain('look')
    expect(place.read(ACTAUTH)).toContain('looks-run')
  })

  it('of bytes that are no text is a conflict too', async () => {
    const place = await installed({}, payments({ 'skills/paying/seal.bin': '\u0000a' }))
    place.write('agents/shop/skills/paying/seal.bin', '\u0000b')
    const next = paymentsNext({ 'skills/paying/seal.bin': '\u0000c' })
    await expect(upgrade(place.root, 'payments', next)).rejects.toMatchObject({
      message: expect.stringContaining('it is no text'),
    })
  })
})
