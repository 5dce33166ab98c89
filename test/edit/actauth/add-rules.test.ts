import { describe, expect, it } from 'vitest'
import { addRule } from '../../../src/edit/actauth/add-rule.ts'
import { addRules } from '../../../src/edit/actauth/add-rules.ts'
import type { RuleEntry } from '../../../src/edit/actauth/rule-text.ts'

const RULES: RuleEntry[] = ['a', 'b', 'c', 'd'].map(tool => ({
  name: `${tool}-ask`,
  scope: '*/*',
  tool,
  decision: 'ask',
}))

function oneByOne(text: string): string {
  let current = text
  for (const rule of RULES) {
    const result = addRule(Buffer.from(current), rule)
    if (result.outcome === 'edit') current = result.text
  }
  return current
}

describe('addRules', () => {
  it.each([
    '',
    'default_decision: deny\nrules: []\n',
    'rules:\n  - name: x\n    scope: "*/*"\n    tool: x\n    decision: deny\n\n  - { name: y, tool: y }\n# end\n',
    'rules:\n- name: b-ask\n  scope: "*/*"\n  tool: b\n  decision: ask\n\n- name: z\n  tool: z\n',
    '\ufeffrules:\r\n  - name: x\r\n    tool: x',
    '{"rules": [{"name": "x", "tool": "x"}]}',
  ])('writes into %j what adding one after the other writes', text => {
    expect(addRules(Buffer.from(text), RULES)).toEqual({ outcome: 'edit', text: oneByOne(text) })
  })

  it('does nothing when all are there, and refuses what the first refuses', () => {
    expect(addRules(Buffer.from(oneByOne('')), RULES)).toEqual({ outcome: 'noop' })
    expect(addRules(Buffer.from('rules: [\n'), RULES)).toMatchObject({ outcome: 'refuse', code: 'SYNTAX_ERROR' })
    const other = 'rules:\n  - name: c-ask\n    tool: other\n'
    expect(addRules(Buffer.from(other), RULES)).toMatchObject({ outcome: 'refuse', code: 'NAME_TAKEN' })
  })
})
