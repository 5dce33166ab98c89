import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Skill } from '../../../src/core/skill.ts'
import type { ToolContext } from '../../../src/core/tool.ts'
import { skillTool } from '../../../src/tools/system/skill.ts'
import { project } from '../../helpers/project.ts'

const here = project({
  'skills/cite/SKILL.md': '',
  'skills/cite/references/forms.md': '# Forms\n',
  'skills/cite/scripts/check.py': 'print(1)',
  'skills/cite/.hidden/x.md': 'x',
  'skills/cite/.env': 'KEY=1',
  'skills/cite/server.pem': 'x',
  'skills/cite/node_modules/x/index.js': 'x',
  'skills/cite/image.png': 'a\0b',
  'skills/cite-not/secret.md': 'x',
  'skills/plain/SKILL.md': '',
  'outside.md': 'x',
})
symlinkSync(here.path('outside.md'), here.path('skills/cite/link.md'))

function skill(id: string, directory = here.path(`skills/${id}`)): Skill {
  const about = { name: id, description: 'x', file: `skills/${id}/SKILL.md`, metadata: {}, allowedTools: [] }
  return { id, directory, body: `How to ${id}.`, ...about }
}

const tool = skillTool([skill('cite'), skill('plain'), skill('gone')])

async function use(input: { name: string; file?: string }, from = tool): Promise<unknown> {
  return (async () => from.execute(input, {} as ToolContext))().catch((error: unknown) => error)
}

describe('Skill', () => {
  it('is safe and names the skills there are', () => {
    expect(tool).toMatchObject({ name: 'Skill', safe: true, input_schema: { required: ['name'] } })
    expect(tool.input_schema.properties?.name?.enum).toEqual(['cite', 'plain', 'gone'])
  })

  it('with very many skills names none of them', () => {
    const many = skillTool(Array.from({ length: 41 }, (_, at) => skill(`s${at}`)))
    expect(many.input_schema.properties?.name).not.toHaveProperty('enum')
  })

  it('returns the instructions and lists what comes with them, without what is hidden, secret or a link', async () => {
    expect(await use({ name: 'cite' })).toBe(
      'How to cite.\n\n---\nBundled texts, read one with Skill { "name": "cite", "file": "…" }:\n- image.png\n- references/forms.md\n- scripts/check.py',
    )
  })

  it('returns the instructions alone when nothing comes with them', async () => {
    expect(await use({ name: 'plain' })).toBe('How to plain.')
  })

  it('still knows the instructions of a folder that has gone', async () => {
    expect(await use({ name: 'gone' })).toBe('How to gone.')
  })

  it('lists a hundred files and counts the others', async () => {
    const files = project(Object.fromEntries(Array.from({ length: 103 }, (_, at) => [`f${1000 + at}.md`, ''])))
    const text = String(await use({ name: 'big' }, skillTool([skill('big', files.root)])))
    expect(text.match(/^- f/gm)).toHaveLength(100)
    expect(text).toMatch(/\n- and 3 more$/)
  })

  it('returns a bundled text', async () => {
    expect(await use({ name: 'cite', file: 'references/forms.md' })).toBe('# Forms\n')
    expect(await use({ name: 'cite', file: './scripts/../references/forms.md' })).toBe('# Forms\n')
  })

  it.each([
    ['../../outside.md', 'outside_skill'],
    ['../cite-not/secret.md', 'outside_skill'],
    [here.path('outside.md'), 'outside_skill'],
    ['link.md', 'outside_skill'],
    ['.env', 'secret_file'],
    ['server.pem', 'secret_file'],
    ['image.png', 'not_text'],
    ['references', 'not_a_file'],
    ['references/none.md', 'file_not_found'],
  ])('refuses %s: %s', async (file, code) => {
    expect(await use({ name: 'cite', file })).toMatchObject({ code })
  })

  it('says where it looked for a file', async () => {
    expect(await use({ name: 'cite', file: 'x.md' })).toMatchObject({
      message: 'There is no file `x.md` in the skill.',
    })
  })

  it('cuts a long text', async () => {
    const files = project({ 'long.md': 'x'.repeat(300_000) })
    const text = await use({ name: 'big', file: 'long.md' }, skillTool([skill('big', files.root)]))
    expect(text).toMatch(/x\n\[cut: 262144 of 300000 bytes\]$/)
  })

  it('names the skills when it is asked for another', async () => {
    expect(await use({ name: 'site' })).toMatchObject({
      code: 'skill_not_found',
      message: 'There is no skill `site`.',
      hint: 'Did you mean `cite`? Skills here: cite, plain, gone.',
    })
  })
})
