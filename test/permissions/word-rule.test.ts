import { describe, expect, it } from 'vitest'
import type { Rule } from '../../src/core/rule.ts'
import { placeOfRule, wordRule } from '../../src/permissions/word-rule.ts'

const BASE: Rule = { name: 'a', scope: '*/*', tool: 'issue_refund', decision: 'allow' }

describe('a rule in words', () => {
  it.each<[Partial<Rule>, string]>([
    [{}, 'allows issue_refund everywhere'],
    [{ decision: 'ask' }, 'asks before issue_refund everywhere'],
    [{ decision: 'deny', tool: '*' }, 'denies every tool everywhere'],
    [{ tool: 'github_*' }, 'allows github_* everywhere'],
    [{ scope: '*/production' }, 'allows issue_refund in production'],
    [{ scope: 'acme/*' }, 'allows issue_refund for tenant acme'],
    [{ scope: 'acme/production/desk' }, 'allows issue_refund in production for tenant acme by agent desk'],
    [
      { scope: '*/production', when: [{ field: 'amount', op: 'gt', value: 50 }] },
      'allows issue_refund in production when amount > 50',
    ],
    [
      {
        when: [
          { field: 'currency', op: 'in', value: ['EUR', 'USD'] },
          { field: 'note', op: 'exists', value: false },
          { field: 'to', op: 'startsWith', value: 'a' },
        ],
      },
      'allows issue_refund everywhere when currency is one of "EUR", "USD" and note is not given and to starts with "a"',
    ],
  ])('%j', (parts, words) => {
    expect(wordRule({ ...BASE, ...parts })).toBe(words)
  })

  it('stands at a file and a line, as far as they are known', () => {
    expect(placeOfRule({ file: 'agents/desk/actauth.yml', line: 7 })).toBe('agents/desk/actauth.yml:7')
    expect(placeOfRule({ file: 'agents/desk/index.ts' })).toBe('agents/desk/index.ts')
    expect(placeOfRule({})).toBe('code')
  })
})
