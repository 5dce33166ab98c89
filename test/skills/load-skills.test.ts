import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../src/core/diagnostic.ts'
import { loadSkills, type SkillFolder, skillFolders } from '../../src/skills/load-skills.ts'
import { strictly } from '../../src/skills/problem.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { skillText } from './skill-text.ts'

function text(name: string, body?: string): string {
  return skillText([`name: ${name}`, `description: All about ${name}.`], body)
}

function load(files: TestProject, skillsDirs?: string[]) {
  const agent = { directory: files.path('agents/desk'), file: files.path('agents/desk/index.ts') }
  return loadSkills(files.root, skillFolders(files.root, { ...agent, skillsDirs }))
}

async function ids(files: TestProject, skillsDirs?: string[]): Promise<string[]> {
  return (await load(files, skillsDirs)).skills.map(({ id }) => id)
}

async function lines(files: TestProject, skillsDirs?: string[]): Promise<string[]> {
  return (await load(files, skillsDirs)).diagnostics.map(formatDiagnostic)
}

const SKILLS = 'agents/desk/skills'

describe('the skills of an agent', () => {
  it('are none when there is no folder', async () => {
    expect(await load(project())).toEqual({ skills: [], diagnostics: [] })
  })

  it('are the folders with a SKILL.md, by name', async () => {
    const files = project({ [`${SKILLS}/quote/SKILL.md`]: text('quote'), [`${SKILLS}/cite/SKILL.md`]: text('cite') })
    expect(await load(files)).toMatchObject({
      skills: [
        { id: 'cite', directory: files.path(`${SKILLS}/cite`), file: `${SKILLS}/cite/SKILL.md` },
        { id: 'quote' },
      ],
      diagnostics: [],
    })
  })

  it('in a group bear its name, so that two of one name have two ids', async () => {
    const files = project({
      [`${SKILLS}/cite/SKILL.md`]: text('cite'),
      [`${SKILLS}/refunds/cite/SKILL.md`]: text('cite'),
      [`${SKILLS}/refunds/deep/cite/SKILL.md`]: text('cite'),
    })
    expect(await load(files)).toMatchObject({
      skills: [{ id: 'cite' }, { id: 'refunds/cite' }, { id: 'refunds/deep/cite' }],
      diagnostics: [],
    })
  })

  it('do not include a SKILL.md inside another skill', async () => {
    const files = project({ [`${SKILLS}/cite/SKILL.md`]: text('cite'), [`${SKILLS}/cite/old/SKILL.md`]: text('old') })
    expect(await ids(files)).toEqual(['cite'])
  })

  it('may be linked folders, and a link that leads back ends', async () => {
    const files = project({ 'shared/cite/SKILL.md': text('cite'), [`${SKILLS}/group/quote/SKILL.md`]: text('quote') })
    symlinkSync(files.path('shared/cite'), files.path(`${SKILLS}/cite`))
    symlinkSync(files.path(`${SKILLS}/group`), files.path(`${SKILLS}/group/again`))
    expect(await ids(files)).toEqual(['cite', 'group/quote'])
  })

  it('leave hidden folders, packages and a README alone', async () => {
    const files = project({
      [`${SKILLS}/.git/config`]: '',
      [`${SKILLS}/node_modules/x/SKILL.md`]: text('x'),
      [`${SKILLS}/README.md`]: '',
    })
    expect(await load(files)).toEqual({ skills: [], diagnostics: [] })
  })

  it('go on working when one of them is broken', async () => {
    const files = project({ [`${SKILLS}/bad/SKILL.md`]: '', [`${SKILLS}/cite/SKILL.md`]: text('cite') })
    expect(await ids(files)).toEqual(['cite'])
  })
})

describe('folders that skillsDirs names', () => {
  const files = project({
    [`${SKILLS}/cite/SKILL.md`]: text('cite', 'Own.'),
    'shared/cite/SKILL.md': text('cite', 'Shared.'),
    'shared/quote/SKILL.md': text('quote', 'First.'),
    'more/quote/SKILL.md': text('quote', 'Second.'),
  })

  it('come after the own one, in their order, and the first of one id wins', async () => {
    const { skills } = await load(files, ['shared', 'more'])
    expect(skills.map(({ id, body }) => [id, body])).toEqual([
      ['cite', 'Own.'],
      ['quote', 'First.'],
    ])
  })

  it('have their losers named as information', async () => {
    expect(await lines(files, ['shared', './more'])).toEqual([
      `shared/cite/SKILL.md SKILL_SHADOWED info Skill \`cite\` is not used: the one in ${SKILLS}/cite/SKILL.md comes first. (Rename its folder if the agent should have both.)`,
      'more/quote/SKILL.md SKILL_SHADOWED info Skill `quote` is not used: the one in shared/quote/SKILL.md comes first. (Rename its folder if the agent should have both.)',
    ])
  })

  it('count once when they are named twice', async () => {
    expect(await lines(files, ['more', 'more/'])).toEqual([])
  })

  it('may lie outside the project', async () => {
    const outside = project({ 'cite/SKILL.md': text('cite') })
    expect(await ids(project(), [outside.root])).toEqual(['cite'])
  })

  it('must be there', async () => {
    expect(await lines(files, ['share'])).toEqual([
      'agents/desk/index.ts SKILL_FOLDER warning `skillsDirs` names `share`, and there is no such folder. (Paths there count from the project root.)',
    ])
  })

  it('are watched with the own one', () => {
    const agent = { directory: '/p/agents/desk', file: '/p/agents/desk/index.ts', skillsDirs: ['a', '../b'] }
    expect(skillFolders('/p', agent).map(({ directory }: SkillFolder) => directory)).toEqual([
      '/p/agents/desk/skills',
      '/p/a',
      '/b',
    ])
  })
})

describe('a problem of files', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'a folder without a SKILL.md',
      { 'cite/notes.md': '' },
      'cite/SKILL.md SKILL_MISSING warning The folder `cite` has no',
    ],
    [
      'another spelling',
      { 'cite/Skill.md': text('cite') },
      'cite/Skill.md SKILL_MISSING warning The file is called `Skill.md`',
    ],
    [
      'small letters',
      { 'cite/skill.md': text('cite') },
      'cite/skill.md SKILL_FILE_NAME warning The file is called `skill.md`',
    ],
    [
      'a file outside a folder',
      { 'cite.md': text('cite') },
      'cite.md SKILL_LOOSE_FILE warning Nothing reads this file. (Make it a skill: cite/SKILL.md.)',
    ],
    [
      'a dead link',
      { 'cite/SKILL.md': text('cite', 'See [it](a/b.md).') },
      'cite/SKILL.md:5:10 SKILL_LINK warning There is no `a/b.md`',
    ],
    [
      'a link out',
      { 'x.txt': '', 'cite/SKILL.md': text('cite', '[x](../x.txt)') },
      'cite/SKILL.md:5:5 SKILL_LINK warning There is no `../x.txt`',
    ],
  ])('is said: %s', async (_title, files, line) => {
    const named = Object.fromEntries(Object.entries(files).map(([file, content]) => [`${SKILLS}/${file}`, content]))
    expect(await lines(project(named))).toEqual([expect.stringContaining(`${SKILLS}/${line}`)])
  })

  it('is no link to a file that is there, to the web, or inside code', async () => {
    const body = 'See [a](a%20b.md), [b](https://x.y/z), [c](#part), [d](/root), `[e](e.md)`.\n```\n[f](f.md)\n```\n'
    const files = project({ [`${SKILLS}/cite/SKILL.md`]: text('cite', body), [`${SKILLS}/cite/a b.md`]: '' })
    expect(await lines(files)).toEqual([])
  })

  it('is a SKILL.md that links out of its folder: what it leads to is not read', async () => {
    const files = project({ 'secret.md': text('cite') })
    mkdirSync(files.path(`${SKILLS}/cite`), { recursive: true })
    symlinkSync(files.path('secret.md'), files.path(`${SKILLS}/cite/SKILL.md`))
    expect(await load(files)).toMatchObject({ skills: [], diagnostics: [{ code: 'SKILL_OUTSIDE' }] })
  })

  it.each<[string, (path: string) => void]>([
    ['a folder', path => mkdirSync(path)],
    ['a link to nothing', path => symlinkSync('nowhere', path)],
  ])('is a SKILL.md that can not be read: %s', async (_title, make) => {
    const files = project({ [`${SKILLS}/cite/notes.md`]: '' })
    make(files.path(`${SKILLS}/cite/SKILL.md`))
    expect(await load(files)).toMatchObject({ skills: [], diagnostics: [{ code: 'SKILL_UNREADABLE' }] })
  })

  it('is an error for a check only where the reference validator refuses the skill', async () => {
    const files = project({
      [`${SKILLS}/cite/SKILL.md`]: skillText(['name: cite', 'description: x', 'version: 1'], '[x](x.md)'),
    })
    const { diagnostics } = await load(files)
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'SKILL_KEY warning',
      'SKILL_LINK warning',
    ])
    expect(diagnostics.map(strictly).map(({ severity }) => severity)).toEqual(['error', 'warning'])
    const other = { code: 'TOOL_CLASH', severity: 'warning', message: '', file: '' } as const
    expect(strictly(other)).toBe(other)
  })
})
