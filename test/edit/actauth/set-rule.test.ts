import { describe, expect, it } from 'vitest'
import type { RuleEntry } from '../../../src/edit/actauth/rule-text.ts'
import { setRule } from '../../../src/edit/actauth/set-rule.ts'

const rule: RuleEntry = { name: 'a', scope: '*/*', tool: 'ping', decision: 'ask' }
const BLOCK = 'rules:\n  - name: a # one\n    scope: "*/*"\n    tool: ping\n    decision: ask # two\n    why: kept\n'

function set(text: string, entry: Partial<RuleEntry>): string {
  const result = setRule(Buffer.from(text), { ...rule, ...entry })
  if (result.outcome === 'edit') return result.text
  return result.outcome === 'refuse' ? `${result.code}:${result.line}` : result.outcome
}

describe('setRule', () => {
  it('changes only the values that differ', () => {
    expect(set(BLOCK, { decision: 'deny', scope: 'x/y' })).toBe(
      BLOCK.replace('ask # two', 'deny # two').replace('"*/*"', '"x/y"'),
    )
  })

  it('has nothing to do when the rule says so already, other keys aside', () => {
    expect(set(BLOCK, {})).toBe('noop')
  })

  it('adds, changes and takes away conditions', () => {
    const added = set(BLOCK, { when: { field: 'total', op: 'gt', value: 1 } })
    expect(added).toBe(`${BLOCK}    when: { field: total, op: gt, value: 1 }\n`)
    const changed = set(added, {
      when: [
        { field: 'total', op: 'gt', value: 2 },
        { field: 'to', op: 'exists' },
      ],
    })
    expect(changed).toBe(
      `${BLOCK}    when:\n      - { field: total, op: gt, value: 2 }\n      - { field: to, op: exists }\n`,
    )
    expect(set(changed, {})).toBe(BLOCK)
  })

  it('changes a flow rule in place', () => {
    const flow = "rules: [{ name: a, scope: '*/*', tool: ping, decision: ask, when: { field: total, op: exists } }]\n"
    expect(set(flow, { decision: 'allow', scope: 'x/y' })).toBe(
      "rules: [{ name: a, scope: 'x/y', tool: ping, decision: allow }]\n",
    )
  })

  it('adds a key that is missing', () => {
    expect(set('rules:\n  - name: a\n    scope: "*/*"\n    decision: ask\n', {})).toBe(
      'rules:\n  - name: a\n    scope: "*/*"\n    decision: ask\n    tool: ping\n',
    )
  })

  it('adds the rule when there is none of this name', () => {
    expect(set('rules: []\n', {})).toContain('- name: a\n')
  })

  it('refuses a rule that is an alias', () => {
    expect(set('x: &a { name: a }\nrules:\n  - *a\n', {})).toBe('ALIAS:3')
  })
})
