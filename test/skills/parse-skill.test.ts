import { describe, expect, it } from 'vitest'
import { locate } from '../../src/core/diagnostic.ts'
import { codes, GOOD, parsed, problems, skillText } from './skill-text.ts'

describe('a skill', () => {
  it('is read with all that its front matter says', () => {
    const lines = [...GOOD, 'license: MIT', 'compatibility: Needs git.', 'metadata:', '  version: "1.0"']
    expect(parsed(skillText([...lines, 'allowed-tools: Read, Bash(git add:*)'])).skill).toEqual({
      id: 'cite',
      name: 'cite',
      description: 'How to cite. Use it before you answer.',
      body: 'Do it well.',
      directory: '/project/agents/desk/skills/cite',
      file: 'agents/desk/skills/cite/SKILL.md',
      license: 'MIT',
      compatibility: 'Needs git.',
      metadata: { version: '1.0' },
      allowedTools: ['Read', 'Bash(git add:*)'],
    })
  })

  it('that keeps the standard has no diagnostics', () => expect(problems(skillText(GOOD))).toEqual([]))

  it('keeps a line of hyphens in its instructions', () => {
    expect(parsed(skillText(GOOD, 'One.\n\n---\n\nTwo.\n')).skill?.body).toBe('One.\n\n---\n\nTwo.')
  })

  it('with Windows line ends is read the same', () => {
    const { skill } = parsed(skillText(GOOD).replaceAll('\n', '\r\n'))
    expect(skill).toMatchObject({ name: 'cite', description: GOOD[1]?.slice(13), body: 'Do it well.' })
  })
})

describe('a skill that breaks the standard is used as far as it goes:', () => {
  it.each([
    ['unknown keys are ignored', [...GOOD, 'version: 2']],
    ['a missing name is the name of its folder', ['description: How to cite.']],
    ['a list as name is the name of its folder', ['name: [a]', 'description: How to cite.']],
    ['a colon in a plain value is a colon', ['name: cite', 'description: Use when: always']],
    ['a value that looks like an alias is a text', ['name: cite', 'description: *.pdf files']],
    ['of a key that stands twice one is taken', [...GOOD, 'description: Again.']],
    ['hyphens in a value do not end the front matter', ['description: One --- two.', 'name: cite']],
  ])('%s', (_title, lines) => {
    const { skill, diagnostics } = parsed(skillText(lines))
    expect(skill).toMatchObject({ name: 'cite', body: 'Do it well.' })
    expect(diagnostics).not.toEqual([])
    expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true)
  })

  it('the text of such a value is whole', () => {
    const described = (line: string) => parsed(skillText(['name: cite', line])).skill?.description
    expect(described('description: Use when: always')).toBe('Use when: always')
    expect(described('description: *.pdf files')).toBe('*.pdf files')
    expect(described('description: One --- two.')).toBe('One --- two.')
    expect(described('description: 42.50')).toBe('42.50')
  })

  it('a byte order mark and an empty first line do no harm', () => {
    expect(parsed(`\ufeff\n${skillText(GOOD)}`).skill?.body).toBe('Do it well.')
  })

  it('front matter that is not closed still names the skill', () => {
    expect(parsed(`---\n${GOOD.join('\n')}\n`).skill).toMatchObject({ name: 'cite', body: '' })
  })

  it.each([
    ['no front matter', '# Cite\n'],
    ['no description', skillText(['name: cite'])],
    ['an empty description', skillText(['name: cite', 'description:'])],
    ['a list as description', skillText(['name: cite', 'description: [a]'])],
    ['a front matter that is a list', skillText(['- cite'])],
  ])('%s: nothing tells the model what it is for, so it is left out', (_title, text) => {
    expect(parsed(text).skill).toBeUndefined()
    expect(problems(text)).not.toEqual([])
  })
})

describe('a diagnostic', () => {
  it.each([
    ['SKILL_FRONT_MATTER', '# Cite\n', '1:1', 'does not begin with `---`'],
    ['SKILL_FRONT_MATTER', `\ufeff${skillText(GOOD)}`, '1:1', 'invisible'],
    ['SKILL_FRONT_MATTER', `---\n${GOOD.join('\n')}\n`, '1:1', 'not closed'],
    ['SKILL_YAML', skillText(['name: cite', 'description: Use when: always']), '3:14', 'not valid YAML'],
    ['SKILL_YAML', skillText(['name: cite', 'description: How \u0007 to']), '3:18', 'control character'],
    ['SKILL_YAML', skillText(['name: cite', 'description: *.pdf']), '3:14', 'alias'],
    ['SKILL_YAML', skillText([...GOOD, 'name: cite']), '4:1', 'unique'],
    ['SKILL_YAML', skillText(['- cite']), '2:1', 'not a list of `key: value` lines'],
    ['SKILL_KEY', skillText([...GOOD, 'licence: MIT']), '4:1', '`licence` is not a key'],
    ['SKILL_NAME', skillText(['description: How to cite.']), '1:1', '`name` is missing'],
    ['SKILL_NAME', skillText(['name: ""', 'description: x']), '2:1', '`name` is empty'],
    ['SKILL_NAME', skillText(['name: Cite', 'description: x']), '2:1', 'upper-case'],
    ['SKILL_NAME', skillText(['name: -cite', 'description: x']), '2:1', 'begins or ends'],
    ['SKILL_NAME', skillText(['name: ci--te', 'description: x']), '2:1', 'two hyphens'],
    ['SKILL_NAME', skillText(['name: ci_te', 'description: x']), '2:1', 'characters'],
    ['SKILL_NAME', skillText([`name: ${'c'.repeat(65)}`, 'description: x']), '2:1', '65 characters'],
    ['SKILL_NAME_FOLDER', skillText(['name: quote', 'description: x']), '2:1', 'lies in the folder `cite`'],
    ['SKILL_DESCRIPTION', skillText(['name: cite']), '1:1', '`description` is missing'],
    ['SKILL_DESCRIPTION', skillText(['description: " "', 'name: cite']), '2:1', '`description` is empty'],
    ['SKILL_DESCRIPTION', skillText(['name: cite', `description: ${'x'.repeat(1025)}`]), '3:1', '1025 characters'],
    ['SKILL_VALUE', skillText(['name: cite', 'description:']), '3:1', 'is empty, not a text'],
    ['SKILL_COMPATIBILITY', skillText([...GOOD, 'compatibility: [git]']), '4:1', 'is a list'],
    ['SKILL_COMPATIBILITY', skillText([...GOOD, `compatibility: ${'x'.repeat(501)}`]), '4:1', '501 characters'],
    ['SKILL_VALUE', skillText([...GOOD, 'metadata: [a]']), '4:1', '`metadata` is a list'],
    ['SKILL_DASHES', skillText(['name: cite', 'description: One --- two.']), '3:18', 'three hyphens'],
    ['SKILL_BODY', skillText(GOOD, '\n'), '5:1', 'no instructions'],
    ['SKILL_BODY', skillText(GOOD, 'x\n'.repeat(600)), '5:1', '600 lines'],
    ['SKILL_BODY', skillText(GOOD, 'word '.repeat(6000)), '5:1', 'tokens'],
  ])('%s stands where the mistake is and says what to do', (code, text, place, message) => {
    const found = problems(text).find(diagnostic => diagnostic.code === code)
    expect(found?.message).toContain(message)
    expect(found && locate(found)).toBe(`agents/desk/skills/cite/SKILL.md:${place}`)
    expect(found?.hint).toMatch(/\w{3}/)
  })

  it('about a key guesses the one that was meant', () => {
    const [found] = problems(skillText([...GOOD, 'licence: MIT']))
    expect(found?.hint).toContain('Did you mean `license`?')
  })

  it('comes for each mistake of a name', () => {
    expect(codes(skillText(['name: My_--Skill-', 'description: x']), 'my-skill')).toEqual([
      'SKILL_NAME',
      'SKILL_NAME',
      'SKILL_NAME',
      'SKILL_NAME',
      'SKILL_NAME_FOLDER',
    ])
  })
})
