import { describe, expect, it } from 'vitest'
import { shop } from '../abilities/ability-files.ts'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

describe('create-ability', () => {
  it('makes an ability that passes the check and can be installed at once', async () => {
    const place = shop()
    const made = await cli(['create-ability', 'abilities/gift-cards', '--description', 'Looks gift cards up'], {
      cwd: place.root,
    })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(place.read('abilities/gift-cards/loopengine.ability.json')).toContain('"tools/gift_cards.ts"')
    expect(place.read('abilities/gift-cards/actauth/rules.yml')).toContain('tool: gift_cards')
    const checked = await cli(['check', '--strict'], { cwd: place.root })
    expect(checked.stdout).toContain('1 agent and 1 ability checked: no problems.')
    expect((await cli(['add-ability', './abilities/gift-cards'], { cwd: place.root })).code).toBe(0)
    const tools = await cli(['tools', 'shop', '--json'], { cwd: place.root })
    expect(JSON.parse(tools.stdout).tools).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'gift_cards', decision: 'ask', description: 'Looks gift cards up.' }),
      ]),
    )
  })

  it('makes one in a folder of its own, which check, undo and npm pack understand', async () => {
    const place = project()
    const run = (...words: string[]) => cli(words, { cwd: place.path('cards') })
    const made = await cli(['create-ability', 'cards', '--name', '@acme/cards', '--json'], { cwd: place.root })
    expect(JSON.parse(made.stdout)).toMatchObject({ applied: true })
    expect(JSON.parse(place.read('cards/package.json'))).toMatchObject({ name: '@acme/cards', version: '1.0.0' })
    expect((await run('check', '--strict')).stdout).toContain('1 ability checked: no problems.')
    expect((await run('undo')).code).toBe(0)
    expect(place.files().filter(file => !file.includes('.loopengine/'))).toEqual([])
  })

  it('leaves what is there as it is', async () => {
    const place = shop({ 'abilities/cards/package.json': '{ "name": "mine", "version": "3.0.0" }\n' })
    const first = await cli(['create-ability', 'abilities/cards', '--json'], { cwd: place.root })
    expect(JSON.parse(first.stdout).notes[0]).toBe('Left as they are: abilities/cards/package.json')
    const second = await cli(['create-ability', 'abilities/cards', '--json'], { cwd: place.root })
    expect(JSON.parse(second.stdout)).toMatchObject({ applied: false })
  })

  it('refuses names that no package can have', async () => {
    const place = shop()
    const { code, stdout } = await cli(['create-ability', 'x', '--name', 'Not A Name', '--json'], { cwd: place.root })
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 2, error: 'ability_name' })
    expect(place.exists('x')).toBe(false)
  })
})

describe('check', () => {
  it('finds what is wrong with an ability in its own repository, with places', async () => {
    const place = project()
    await cli(['create-ability', '.', '--name', 'cards'], { cwd: place.root })
    place.write('loopengine.ability.json', place.read('loopengine.ability.json').replace('"skills"', '"skils"'))
    place.write('skills/cards/SKILL.md', '---\nname: other\ndescription: x\n---\nSee [it](gone.md).\n')
    const { code, stdout } = await cli(['check', '--json'], { cwd: place.root })
    expect(code).toBe(4)
    expect(JSON.parse(stdout).diagnostics).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'ABILITY_UNKNOWN_KEY', file: 'loopengine.ability.json', line: 4 }),
      ]),
    )
  })

  it('finds links and names of skills as it does for agents', async () => {
    const place = shop()
    await cli(['create-ability', 'abilities/cards'], { cwd: place.root })
    place.write('abilities/cards/skills/cards/SKILL.md', '---\nname: other\ndescription: x\n---\nSee [it](gone.md).\n')
    const { stdout } = await cli(['check', 'abilities', '--json'], { cwd: place.root })
    const found = JSON.parse(stdout).diagnostics.map(
      ({ code, file }: { code: string; file: string }) => `${code} ${file}`,
    )
    expect(found).toContain('SKILL_NAME_FOLDER abilities/cards/skills/cards/SKILL.md')
    expect(found).toContain('SKILL_LINK abilities/cards/skills/cards/SKILL.md')
  })
})
