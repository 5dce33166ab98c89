import { describe, expect, it } from 'vitest'
import type { PackedFile } from '../../src/abilities/packed-files.ts'
import { packedFiles } from '../../src/abilities/packed-files.ts'
import { readAbility } from '../../src/abilities/read-ability.ts'
import { readSoundAbility } from '../../src/abilities/sound-ability.ts'
import { type Files, manifest, packageText, payments, RULES, toolText } from './ability-files.ts'

function packed(files: Files) {
  const entries = Object.entries(files).map(([path, text]): [string, PackedFile] => [
    path,
    { bytes: Buffer.from(text), executable: false },
  ])
  return packedFiles(new Map(entries))
}

const without = (name: string): Files =>
  Object.fromEntries(Object.entries(payments()).filter(([file]) => file !== name))

async function told(files: Files): Promise<string> {
  const { diagnostics } = await readAbility(packed(files))
  return diagnostics.map(({ file, message, hint = '' }) => `${file} ${message} ${hint}`).join('\n')
}

describe('an ability that is read', () => {
  it('gives its parts, and every file that is copied', async () => {
    const { ability, diagnostics } = await readAbility(packed(payments()))
    expect(diagnostics).toEqual([])
    expect(ability).toMatchObject({
      name: 'payments',
      version: '1.0.0',
      description: 'Pays',
      env: [{ name: 'PAY_TOKEN' }],
    })
    expect(ability.tools.map(({ name, safety }) => `${name} ${safety}`)).toEqual(['pay not safe', 'look safe'])
    expect(ability.skills).toEqual([{ id: 'paying', folder: 'skills/paying', description: 'How to pay.' }])
    expect(ability.rules.map(({ name, when }) => [name, when?.length])).toEqual([
      ['pay-asks', undefined],
      ['small-pays', 1],
    ])
    expect([...ability.files.keys()].sort()).toEqual([
      'lib/cents.ts',
      'skills/paying/SKILL.md',
      'skills/paying/references/table.md',
      'tools/look.ts',
      'tools/pay.ts',
    ])
  })

  it('names the settings that declared tools read', async () => {
    const abl =
      'TOOLS:\n  rate(a: string) -> {b: number}\n    description: "x"\n    type: http\n    endpoint: "https://x.example.com/{a}"\n    method: POST\n    headers:\n      X-Key: "{{config.RATE_KEY}}"\n'
    const files = {
      'package.json': packageText(),
      'loopengine.ability.json': manifest({ tools: ['tools/x.tools.abl'], skills: [], actauth: undefined }),
      'tools/x.tools.abl': abl,
    }
    const { ability, diagnostics } = await readAbility(packed(files))
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(ability.config).toEqual(['RATE_KEY'])
    expect(ability.tools).toMatchObject([{ name: 'rate', kind: 'abl', safety: 'not safe' }])
  })

  it('follows imports from file to file', async () => {
    const files = payments({
      'lib/cents.ts': "export { inCents } from './deep/round'\n",
      'lib/deep/round.ts': 'export const inCents = (x: number) => x\n',
    })
    const { ability } = await readAbility(packed(files))
    expect([...ability.files.keys()]).toContain('lib/deep/round.ts')
  })

  it('takes circles of imports', async () => {
    const files = payments({ 'lib/cents.ts': "import '../tools/pay.js'\nexport const inCents = (x: number) => x\n" })
    expect(await told(files)).toBe('')
  })

  it.each<[string, Files, RegExp]>([
    ['no manifest', without('loopengine.ability.json'), /There is no loopengine\.ability\.json/],
    ['no package.json', without('package.json'), /There is no package\.json/],
    [
      'an unknown key',
      payments({ 'loopengine.ability.json': manifest({ tool: [] }) }),
      /`tool` is not a key.*Did you mean `tools`\?/,
    ],
    [
      'an unknown key of a variable',
      payments({ 'loopengine.ability.json': manifest({ env: [{ name: 'A', secrt: true }] }) }),
      /`secrt` is not a key.*`secret`/,
    ],
    [
      'a path that escapes',
      payments({ 'loopengine.ability.json': manifest({ tools: ['../../x.ts'] }) }),
      /leads out of the package/,
    ],
    ['an absolute path', payments({ 'loopengine.ability.json': manifest({ actauth: '/etc/x.yml' }) }), /is absolute/],
    [
      'a tool outside tools/',
      payments({ 'loopengine.ability.json': manifest({ tools: ['lib/cents.ts'] }) }),
      /cannot be in `tools`/,
    ],
    [
      'tools that are no list',
      payments({ 'loopengine.ability.json': manifest({ tools: 'tools/pay.ts' }) }),
      /`tools` is not a list/,
    ],
    [
      'a tool that is listed twice',
      payments({ 'loopengine.ability.json': manifest({ tools: ['tools/pay.ts', 'tools/pay.ts'] }) }),
      /is listed twice/,
    ],
    [
      'nothing in it',
      payments({ 'loopengine.ability.json': manifest({ tools: [], skills: [], actauth: undefined }) }),
      /neither tools nor skills/,
    ],
    [
      'no range',
      payments({ 'loopengine.ability.json': manifest({ loopengineVersion: undefined }) }),
      /`loopengineVersion` is missing/,
    ],
    [
      'a range that is none',
      payments({ 'loopengine.ability.json': manifest({ loopengineVersion: 'new' }) }),
      /no range of versions: "new"/,
    ],
    ['a missing tool', without('tools/look.ts'), /tools\/look\.ts The file that `tools` names is missing/],
    ['a missing skill', without('skills/paying/SKILL.md'), /no SKILL\.md/],
    [
      'a skill without description',
      payments({ 'skills/paying/SKILL.md': '---\nname: paying\n---\nx\n' }),
      /says nowhere what it is for/,
    ],
    ['missing rules', without('actauth/rules.yml'), /The file that `actauth` names is missing/],
    ['a wrong name', payments({ 'package.json': packageText({ name: 'Pay Ments' }) }), /no name of a package/],
    ['a wrong version', payments({ 'package.json': packageText({ version: 'one' }) }), /no version/],
    [
      'a file that does not parse',
      payments({ 'tools/look.ts': 'export const = 1\n' }),
      /tools\/look\.ts Variable declaration expected/,
    ],
    [
      'two tools in a file',
      payments({ 'tools/look.ts': toolText('look') + toolText('look_two') }),
      /more than one tool: `look`, `lookTwo`/,
    ],
    ['a file without a tool', payments({ 'tools/look.ts': 'export type X = 1\n' }), /exports no tool/],
    [
      'a default export',
      payments({ 'tools/look.ts': toolText('look').replace('export const look =', 'export default') }),
      /is the default export/,
    ],
    [
      'a name that no tool has',
      payments({ 'tools/look.ts': toolText('look').replace("'look'", "'look now'") }),
      /`look now` is no name/,
    ],
    [
      'tools/index.ts',
      payments({ 'loopengine.ability.json': manifest({ tools: ['tools/index.ts'] }), 'tools/index.ts': toolText('x') }),
      /keeps this name for itself/,
    ],
    [
      'two tools of one name',
      payments({ 'tools/look.ts': toolText('look').replace("'look'", "'pay'") }),
      /`pay` is used by `tools\/pay\.ts` too/,
    ],
    [
      'an import of what is not there',
      payments({ 'tools/look.ts': `import './gone.js'\n${toolText('look')}` }),
      /`\.\/gone\.js`, which the ability does not have/,
    ],
    [
      'an import out of the ability',
      payments({ 'tools/look.ts': `import '../../../x.js'\n${toolText('look')}` }),
      /does not have/,
    ],
    [
      'an import of another part',
      payments({ 'data/x.json': '{}', 'tools/look.ts': `import '../data/x.json'\n${toolText('look')}` }),
      /lies outside `tools\/` and `lib\/`/,
    ],
    [
      'an import of an unnamed package',
      payments({ 'tools/look.ts': `import 'left-pad/x'\n${toolText('look')}` }),
      /`left-pad`, which the ability does not depend on/,
    ],
    ['rules that do not parse', payments({ 'actauth/rules.yml': 'rules:\n  - name: [\n' }), /actauth\/rules\.yml/],
    [
      'rules about tools of others',
      payments({ 'actauth/rules.yml': RULES.replaceAll('tool: pay', 'tool: get_order') }),
      /which is no tool of this ability/,
    ],
    [
      'rules with a default',
      payments({ 'actauth/rules.yml': `default_decision: allow\n${RULES}` }),
      /belongs to the agent/,
    ],
    [
      'a dependency from elsewhere',
      payments({ 'package.json': packageText({ dependencies: { x: 'file:../x' } }) }),
      /no range of versions/,
    ],
    [
      'dependencies that are no object',
      payments({ 'package.json': packageText({ dependencies: [] }) }),
      /`dependencies` is not an object/,
    ],
    ['a manifest that is no JSON', payments({ 'loopengine.ability.json': '{,}' }), /not valid JSON/],
    ['a manifest that is a list', payments({ 'loopengine.ability.json': '[]' }), /holds no JSON object/],
    [
      'an .abl file that imports',
      payments({
        'loopengine.ability.json': manifest({ tools: ['tools/x.tools.abl', 'tools/pay.ts'] }),
        'tools/x.tools.abl': 'TOOLS:\n  file: "./y.tools.abl" [a]\n',
      }),
      /A file of tools imports no other file/,
    ],
  ])('is diagnosed with %s', async (_, files, wanted) => {
    expect(await told(files)).toMatch(wanted)
  })

  it('says where in the file a problem stands', async () => {
    const { diagnostics } = await readAbility(
      packed(payments({ 'loopengine.ability.json': manifest({ tools: ['tools/pay.ts', '../x'] }) })),
    )
    expect(diagnostics).toMatchObject([{ file: 'loopengine.ability.json', range: { start: { line: 5, column: 5 } } }])
  })

  it('is refused with every problem in one message', async () => {
    const files = payments({
      'loopengine.ability.json': manifest({ skill: [], env: [{ name: '1' }], tools: ['/etc/passwd', 'tools/pay.ts'] }),
      'package.json': packageText({ version: '1' }),
    })
    await expect(readSoundAbility(packed(files), 'payments')).rejects.toMatchObject({
      code: 'ability_invalid',
      message: expect.stringMatching(/it has 4 problems:(\n.*){4}$/),
    })
  })

  it('says so when only the version of loopengine does not fit', async () => {
    const files = payments({ 'loopengine.ability.json': manifest({ loopengineVersion: '>=99' }) })
    await expect(readSoundAbility(packed(files), 'payments')).rejects.toMatchObject({
      code: 'loopengine_version',
      message: expect.stringContaining('It needs loopengine >=99'),
    })
  })
})
