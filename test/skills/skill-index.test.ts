import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../src/core/count-tokens.ts'
import { skillIndex } from '../../src/skills/skill-index.ts'
import { skill } from './skill-text.ts'

const many = Array.from({ length: 60 }, (_, at) => skill(`skill-${at}`, `What number ${at} is for and when to use it.`))

describe('the index of skills', () => {
  it('is empty when there are none', () => expect(skillIndex([])).toBe(''))

  it('has one line a skill, whatever its description looks like', () => {
    const index = skillIndex([skill('cite', 'How to cite.\n  Use\tit\u0007 often.'), skill('refunds/cite')])
    expect(index.split('\n').slice(-2)).toEqual([
      '- cite: How to cite. Use it often.',
      '- refunds/cite: All about refunds/cite.',
    ])
  })

  it('names the tool that loads them', () => expect(skillIndex([skill('cite')])).toContain('the tool Skill'))

  it('says which ones it had no room for', () => {
    const index = skillIndex(many, { budgetTokens: 700 })
    const lines = index.split('\n').filter(line => line.startsWith('- '))
    expect(lines.length).toBeGreaterThan(5)
    expect(index).toContain(`${60 - lines.length} more skills are not described here`)
    expect(index).toContain('skill-59')
  })

  it('says how many when there is no room for their names', () => {
    expect(skillIndex(many, { budgetTokens: 70 })).toMatch(
      /\n59 more skills are not described here for lack of room\.$/,
    )
  })

  it('leaves out a long description and goes on with the shorter ones', () => {
    const index = skillIndex([skill('a', 'word '.repeat(900)), skill('b'), skill('c')], { budgetTokens: 200 })
    expect(index).toContain('- b: ')
    expect(index).toMatch(/- c: .*\n1 more skill is not described here for lack of room: a\.$/)
  })

  it('never costs more than its budget, and loses no skill in silence', () => {
    const skills = fc
      .uniqueArray(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 25 })
      .chain(ids =>
        fc.tuple(...ids.map(id => fc.string({ minLength: 1, maxLength: 200 }).map(text => skill(id, `x ${text}`)))),
      )
    fc.assert(
      fc.property(skills, fc.integer({ min: 0, max: 800 }), (some, budgetTokens) => {
        const index = skillIndex(some, { budgetTokens })
        expect(countTokens(index)).toBeLessThanOrEqual(budgetTokens)
        const told = index.split('\n').filter(line => line.startsWith('- ')).length
        const left = Number(/^(\d+) more skill/m.exec(index)?.[1] ?? 0)
        if (index !== '') expect(told + left).toBe(some.length)
      }),
    )
  })
})
