import { describe, expect, it } from 'vitest'
import { removeRule } from '../../../src/edit/actauth/remove-rule.ts'

function remove(text: string): string {
  const result = removeRule(Buffer.from(text), 'b')
  if (result.outcome === 'edit') return result.text
  return result.outcome === 'refuse' ? `${result.code}:${result.line}` : result.outcome
}

describe('removeRule', () => {
  it.each([
    ['rules:\n  - name: a\n  - name: b\n    # deep\n  # tail\n', 'rules:\n  - name: a\n  # tail\n'],
    ['rules:\n  # first\n  - name: b # c\n  - name: a\n', 'rules:\n  # first\n  - name: a\n'],
    ['rules:\n  - name: a\n\n  - name: b\n\n  - name: c\n', 'rules:\n  - name: a\n\n  - name: c\n'],
    ['rules:\n  - name: a\n\n  - name: b', 'rules:\n  - name: a'],
    ['rules: # c\n  - name: b\n', 'rules: [] # c\n'],
    ['rules: [{ name: a }, { name: b }]\n', 'rules: [{ name: a }]\n'],
    ['rules: [\n  { name: b }, # c\n]\n', 'rules: [\n]\n'],
    ['rules:\n  - name: b\n    x: |\n      text\n  - name: a\n', 'rules:\n  - name: a\n'],
    ['rules:\n  - name: b\n  - name: a\n  - name: b\n', 'rules:\n  - name: a\n'],
  ])('takes the rule out of %j', (before, after) => {
    expect(remove(before)).toBe(after)
  })

  it.each([
    ['rules:\n  - name: a\n', 'noop'],
    ['', 'noop'],
    ['rules:\n  - &x\n    name: b\n  - *x\n  - name: a\n', 'rules:\n  - name: a\n'],
    ['rules:\n  - name: b\n    scope: &s "*/*"\n  - name: a\n    scope: *s\n', 'REFERENCED_ELSEWHERE:1'],
    ['rules: all\n', 'RULES_NOT_A_LIST:1'],
  ])('answers %j with %j', (text, expected) => {
    expect(remove(text)).toBe(expected)
  })
})
