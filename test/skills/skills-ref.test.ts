import { basename, join } from 'node:path'
import fc from 'fast-check'
import { parseFrontmatter, validate, validateMetadata } from 'skills-ref'
import { describe, expect, it } from 'vitest'
import { findSkills } from '../../src/skills/find-skills.ts'
import { strictly } from '../../src/skills/problem.ts'
import { readSkill } from '../../src/skills/read-skill.ts'
import { project } from '../helpers/project.ts'
import { GOOD, passes, problems, skillText } from './skill-text.ts'

/** Good and bad skills by what they show; the folder is `cite`. */
const SKILLS: Record<string, string> = {
  'the two keys': skillText(GOOD),
  'every key': skillText([
    ...GOOD,
    'license: MIT',
    'compatibility: Needs git.',
    'metadata:',
    '  author: desk',
    '  version: 1.0',
    'allowed-tools: Bash(git:*) Read',
  ]),
  'tools as a list': skillText([...GOOD, 'allowed-tools:', '  - Read', '  - Write']),
  'an empty body': skillText(GOOD, ''),
  'Windows line ends': skillText(GOOD).replaceAll('\n', '\r\n'),
  'a folded description': skillText(['name: cite', 'description: >', '  Long', '  text']),
  'a quoted colon': skillText(['name: cite', 'description: "Use when: always"']),
  'a comment': skillText(['# mine', ...GOOD]),
  'a longest description': skillText(['name: cite', `description: ${'x'.repeat(1024)}`]),
  'a longest compatibility': skillText([...GOOD, `compatibility: ${'x'.repeat(500)}`]),
  'an empty compatibility': skillText([...GOOD, 'compatibility: ""']),
  'metadata that is a text': skillText([...GOOD, 'metadata: none']),
  'a number as description': skillText(['name: cite', 'description: 42']),
  'nothing as description': skillText(['name: cite', 'description:']),
  'a list as description': skillText(['name: cite', 'description: [a, b]']),
  'hyphens inside the description': skillText(['name: cite', 'description: One --- two.']),
  'an unknown key after such hyphens': skillText(['name: cite', 'description: One --- two.', 'author: me']),
  'hyphens before the name': skillText(['# ---', ...GOOD]),
  'an empty file': '',
  'no front matter': '# Cite\n',
  'front matter that is not closed': '---\nname: cite\ndescription: How to cite.\n',
  'a byte order mark': `\ufeff${skillText(GOOD)}`,
  'an empty first line': `\n${skillText(GOOD)}`,
  'an empty front matter': '---\n---\nBody',
  'a list as front matter': '---\n- name: cite\n---\nBody',
  'a text as front matter': '---\ncite\n---\nBody',
  'no name': skillText(['description: How to cite.']),
  'no description': skillText(['name: cite']),
  'an empty name': skillText(['name: ""', 'description: How to cite.']),
  'an empty description': skillText(['name: cite', 'description: ""']),
  'a blank description': skillText(['name: cite', 'description: "   "']),
  'a description too long': skillText(['name: cite', `description: ${'x'.repeat(1025)}`]),
  'a compatibility too long': skillText([...GOOD, `compatibility: ${'x'.repeat(501)}`]),
  'a compatibility that is a list': skillText([...GOOD, 'compatibility: [git, jq]']),
  'a compatibility that is empty': skillText([...GOOD, 'compatibility:']),
  'a name in upper case': skillText(['name: Cite', 'description: How to cite.']),
  'another name than the folder': skillText(['name: quote', 'description: How to cite.']),
  'a name with blanks': skillText(['name: how to cite', 'description: How to cite.']),
  'a name with an underscore': skillText(['name: cite_it', 'description: How to cite.']),
  'a name with a hyphen at its end': skillText(['name: cite-', 'description: How to cite.']),
  'a name with two hyphens': skillText(['name: ci--te', 'description: How to cite.']),
  'a name too long': skillText([`name: ${'c'.repeat(65)}`, 'description: How to cite.']),
  'an unknown key': skillText([...GOOD, 'version: 1.0']),
  'a key in upper case': skillText(['Name: cite', 'description: How to cite.']),
  'a colon without quotes': skillText(['name: cite', 'description: Use when: always']),
  'a key twice': skillText([...GOOD, 'name: cite']),
  'a tab as indentation': skillText([...GOOD, 'metadata:', '\tauthor: me']),
  'an alias that stands for nothing': skillText(['name: cite', 'description: *.pdf files']),
  'an unknown tag': skillText(['name: cite', 'description: !secret text']),
  'an open quote': skillText(['name: cite', 'description: "How to cite.']),
  'a control character': skillText(['name: cite', 'description: How \u0007 to']),
}

describe('a skill and the reference validator', () => {
  const folders = project(
    Object.fromEntries(Object.entries(SKILLS).map(([title, text]) => [`${slug(title)}/cite/SKILL.md`, text])),
  )

  it.each(Object.keys(SKILLS))('agree on %s', async title => {
    const errors = await validate(folders.path(`${slug(title)}/cite`))
    const ours = problems(SKILLS[title] ?? '').map(strictly)
    expect({ errors, passes: ours.every(({ severity }) => severity !== 'error'), ours }).toMatchObject({
      passes: errors.length === 0,
    })
  })

  it.each([
    'überblick',
    'обзор',
    '概要',
    'cafe\u0301',
    '概\u3400',
    'ελληνικά',
    '한국',
    'naïve-2',
    'ﬁne',
    '2024-05-04',
    'true',
    '0x1f',
  ])('agree on the name %s', async name => {
    const text = skillText([`name: ${name}`, 'description: Anything.'])
    const folder = project({ [`${name}/SKILL.md`]: text }).path(name)
    expect(passes(text, name)).toBe((await validate(folder)).length === 0)
  })

  it('agree on folders without a SKILL.md and on its other spellings', async () => {
    const files = project({
      'none/notes.txt': '',
      'small/skill.md': skillText(['name: small', 'description: x']),
      'mixed/Skill.md': skillText(['name: mixed', 'description: x']),
    })
    const { skills } = await findSkills(files.root)
    const verdicts = skills.map(async found => {
      const { diagnostics } = await readSkill(files.root, found)
      const passed = diagnostics.map(strictly).every(({ severity }) => severity !== 'error')
      return { id: found.id, ours: passed, theirs: (await validate(found.directory)).length === 0 }
    })
    expect(await Promise.all(verdicts)).toEqual([
      { id: 'mixed', ours: false, theirs: false },
      { id: 'none', ours: false, theirs: false },
      { id: 'small', ours: true, theirs: true },
    ])
  })

  it('agree on any front matter', () => {
    fc.assert(
      fc.property(frontMatter, body, (lines, rest) => {
        const text = skillText(lines, rest)
        expect({ text, passes: passes(text) }).toEqual({ text, passes: refPasses(text) })
      }),
    )
  })
})

/** Without !, & and ": nameless tags, odd anchors and quoted texts that go on below their key are where the two YAML readers part. */
const characters = fc
  .oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 6 }))
  .map(text => text.replaceAll(/[!&"]/g, ''))

const value = fc.oneof(
  fc.constantFrom('cite', 'Cite', '"cite"', "'cite'", 'How to cite.', '', '~', 'true', '1.0', '2024-05-04', '[a, b]'),
  fc.constantFrom('{a: 1}', '- a', 'a: b', '*a', '&a cite', '!x y', '@x', '%x', '`x`', 'a # b', '#', '|', '>', '---'),
  characters,
)

const key = fc.constantFrom(
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
  'author',
  'name',
  'description',
  '  a',
)

const field = fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`)

const line = fc.oneof(
  { weight: 4, arbitrary: field },
  { weight: 1, arbitrary: fc.oneof(value, fc.constantFrom('  indented', '\tx', '# note', '...', '')) },
)

/** Mostly a good skill with a line or two that may be anything, so that about half of them pass. */
const frontMatter = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: fc.constant(GOOD) }, fc.subarray(GOOD)), fc.array(line, { maxLength: 2 }))
  .chain(([good, more]) => fc.shuffledSubarray([...good, ...more], { minLength: good.length + more.length }))

const body = fc.constantFrom('Do it.\n', '', '---\n', 'a\n---\nb')

function refPasses(text: string): boolean {
  try {
    const [metadata] = parseFrontmatter(text)
    return validateMetadata(metadata, '/skills/cite').length === 0
  } catch {
    return false
  }
}

function slug(title: string): string {
  return basename(join('/', title.replaceAll(/\W+/g, '-')))
}
