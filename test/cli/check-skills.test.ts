import { validate } from 'skills-ref'
import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const config = (name: string): string =>
  `export const config = { name: '${name}', systemPrompt: 'You help.', skillsDirs: ['shared'] }\n`

const GOOD = '---\nname: cite\ndescription: How to cite.\n---\nDo it.\n'

function twoDesks(skill: string) {
  return project({
    'agents/desk/index.ts': config('desk'),
    'agents/desk/actauth.yml': 'default_decision: deny\n',
    'agents/counter/index.ts': config('counter'),
    'agents/counter/actauth.yml': 'default_decision: deny\n',
    'shared/cite/SKILL.md': skill,
  })
}

describe('loopengine check', () => {
  it.each([
    ['a good skill', GOOD],
    ['an unknown key', GOOD.replace('name:', 'version: 1\nname:')],
    ['another name', GOOD.replace('cite', 'quote')],
    ['a dead link', GOOD.replace('Do it.', '[a](a.md)')],
    ['no front matter', 'Do it.\n'],
  ])('and the reference validator agree on %s', async (_title, skill) => {
    const files = twoDesks(skill)
    const { code } = await cli(['check'], { cwd: files.root })
    expect(code === 0).toBe((await validate(files.path('shared/cite'))).length === 0)
  })

  it('names a problem of a shared skill once, with its place', async () => {
    const { root } = twoDesks(GOOD.replace('name:', 'version: 1\nname:'))
    const { code, stdout } = await cli(['check', '--json'], { cwd: root })
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({
      errors: 1,
      diagnostics: [{ code: 'SKILL_KEY', severity: 'error', file: 'shared/cite/SKILL.md', line: 2, column: 1 }],
    })
  })
})

it('an agent with such a skill works', async () => {
  const { root } = twoDesks(GOOD.replace('name:', 'version: 1\nname:'))
  const { code, stdout } = await cli(['call', 'desk', 'Skill', '--args', '{"name":"cite"}'], { cwd: root })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Do it.') })
})
