import { describe, expect, it } from 'vitest'
import { addRule } from '../../../src/edit/actauth/add-rule.ts'
import { source } from '../../helpers/source.ts'

const rule = { name: 'ping-ask', scope: '*/*', tool: 'ping', decision: 'ask' } as const
const RULE = '  - name: ping-ask\n    scope: "*/*"\n    tool: ping\n    decision: ask\n'
const PONG = '  - name: pong\n    scope: "*/*"\n    tool: pong\n    decision: allow\n'

function add(text: string): string {
  const result = addRule(Buffer.from(text), rule)
  if (result.outcome === 'edit') return result.text
  return result.outcome === 'refuse' ? `${result.code}:${result.line}` : result.outcome
}

describe('addRule', () => {
  it('adds the rule below the last one, before comments that stand further out', () => {
    const head = `default_decision: deny\nrules:\n${PONG}    # until 2027\n`
    expect(add(`${head}\n# the end\n`)).toBe(`${head}${RULE}\n# the end\n`)
  })

  it('copies indentation, dash gap and the kind of quotes', () => {
    expect(add("rules:\n-   name: pong\n    scope: '*/*'\n    tool: pong\n    decision: ask\n")).toBe(source`
      rules:
      -   name: pong
          scope: '*/*'
          tool: pong
          decision: ask
      -   name: ping-ask
          scope: '*/*'
          tool: ping
          decision: ask
    `)
  })

  it('keeps the empty line between rules', () => {
    expect(add(`rules:\n${PONG}\n${PONG.replace('name: pong', 'name: b')}`)).toMatch(/allow\n\n {2}- name: ping-ask/)
  })

  it.each([
    ['rules:\n  - {name: a, scope: "x/y"} # c\n', 'rules:\n  - {name: a, scope: "x/y"} # c\n  - {FLOW}\n'],
    ['rules: [{ name: a }]\n', 'rules: [{ name: a }, { FLOW }]\n'],
    ['rules: [\n  { name: a }, # c\n]\n', 'rules: [\n  { name: a }, # c\n  { FLOW },\n]\n'],
    ['{ rules: [] }\n', '{ rules: [{ FLOW }] }\n'],
    ['{ default_decision: deny }\n', '{ default_decision: deny, rules: [{ FLOW }] }\n'],
    ['rules: [\n  # none\n]\n', 'rules: [\n  # none\n  { FLOW },\n]\n'],
  ])('writes a flow rule into %j', (before, after) => {
    expect(add(before)).toBe(after.replace('FLOW', 'name: ping-ask, scope: "*/*", tool: ping, decision: ask'))
  })

  it('quotes everything in a JSON file', () => {
    expect(add('{\n  "rules": [\n    { "name": "a" }\n  ]\n}\n')).toContain(
      '    { "name": "a" },\n    { "name": "ping-ask", "scope": "*/*", "tool": "ping", "decision": "ask" }\n',
    )
  })

  it.each([
    ['rules: [] # none\n', `rules: # none\n${RULE}`],
    ['rules:\n', `rules:\n${RULE}`],
    ['rules: ~\nowner: me\n', `rules:\n${RULE}owner: me\n`],
    ['rules:\n  # none\n', `rules:\n  # none\n${RULE}`],
    ['default_decision: ask\n', `default_decision: ask\nrules:\n${RULE}`],
    ['', `default_decision: deny\nrules:\n${RULE}`],
    ['# none', `# none\ndefault_decision: deny\nrules:\n${RULE}`],
    ['---\n', `---\ndefault_decision: deny\nrules:\n${RULE}`],
  ])('makes a block list in %j', (before, after) => {
    expect(add(before)).toBe(after)
  })

  it('keeps a byte order mark, CRLF and a missing final newline', () => {
    expect(add(`\ufeffrules:\n${PONG}`.replaceAll('\n', '\r\n').trimEnd())).toBe(
      `\ufeffrules:\n${PONG}${RULE}`.replaceAll('\n', '\r\n').trimEnd(),
    )
  })

  it('goes below the blank lines that a block scalar keeps', () => {
    const before = 'rules:\n  - name: a\n    why: |+\n      text\n\n'
    expect(add(before)).toBe(before + RULE)
  })

  it('writes one condition beside its key and several one a line', () => {
    const when = { field: 'amount', op: 'gt', value: 50 } as const
    const one = addRule(Buffer.from('rules:\n'), { ...rule, when })
    expect(one).toMatchObject({ text: `rules:\n${RULE}    when: { field: amount, op: gt, value: 50 }\n` })
    const two = addRule(Buffer.from('rules:\n'), { ...rule, when: [when, { field: 'to', op: 'eq', value: 'yes' }] })
    expect(two).toMatchObject({
      text: `rules:\n${RULE}    when:\n      - { field: amount, op: gt, value: 50 }\n      - { field: to, op: eq, value: "yes" }\n`,
    })
  })

  it('quotes a glob, a number and a word that YAML reads as something else', () => {
    const result = addRule(Buffer.from('rules:\n'), { name: 'no', scope: 'a/b', tool: '*_x', decision: 'ask' })
    expect(result).toMatchObject({
      text: 'rules:\n  - name: "no"\n    scope: "a/b"\n    tool: "*_x"\n    decision: ask\n',
    })
  })

  it.each([
    [`rules:\n${RULE}`, 'noop'],
    ['rules:\n  - { tool: "ping", decision: ask, name: ping-ask, scope: "*/*" }\n', 'noop'],
    [`rules:\n${RULE}    when: { field: a, op: exists }\n`, 'NAME_TAKEN:2'],
    ['rules:\n  - name: a\n    scope: */*\n', 'ALIAS:3'],
    ['rules:\n  - tool: *_delete\n', 'ALIAS:2'],
    ['x: &a []\nrules: *a\n', 'ALIAS:2'],
    ['rules: all\n', 'RULES_NOT_A_LIST:1'],
    ['\nrules:\n  a: b\n', 'RULES_NOT_A_LIST:2'],
    ['- a\n', 'ROOT_NOT_MAP:1'],
    ['rules: []\nrules: []\n', 'DUPLICATE_KEY:2'],
    ['rules: []\n---\na: 1\n', 'MULTI_DOCUMENT:2'],
    ['rules:\n\t- a\n', 'SYNTAX_ERROR:2'],
    ['<<<<<<< a\nrules: []\n=======\n>>>>>>> b\n', 'MERGE_CONFLICT:1'],
  ])('answers %j with %s', (text, expected) => {
    expect(add(text)).toBe(expected)
  })

  it('refuses aliases that expand without end', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const items =
        level === 0
          ? 'x'
          : Array(9)
              .fill(`*a${level - 1}`)
              .join(', ')
      return `a${level}: &a${level} [${items}]\n`
    })
    expect(add(levels.join(''))).toBe('ALIAS:1')
  })

  it('refuses bytes that are not UTF-8', () => {
    expect(addRule(Uint8Array.of(0x23, 0xe9), rule)).toMatchObject({ code: 'NOT_UTF8', line: 1 })
  })
})
