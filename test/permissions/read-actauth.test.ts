import { describe, expect, it } from 'vitest'
import { codeFrame } from '../../src/core/diagnostic.ts'
import { createGate } from '../../src/permissions/create-gate.ts'
import { readActauth } from '../../src/permissions/read-actauth.ts'
import { DEVELOPMENT, FILE, file, policyOf, problemsOf, rule, SOURCE, yaml } from './builders.ts'

describe('a sound file', () => {
  it('gives every rule with its line', async () => {
    const policy = await policyOf(yaml`
      default_decision: deny # nothing unless named
      rules:
        - name: look-ups
          scope: "*/*"
          tool: lookup_order
          decision: allow

        - name: refunds
          scope: acme/production/desk
          tool: issue_*
          decision: ask
          when: { field: amount, op: gt, value: 50 }
    `)
    expect(policy).toMatchObject({
      kind: 'sound',
      default: { decision: 'deny', from: 'written', line: 1 },
      rules: [
        { rule: { name: 'look-ups', scope: '*/*', tool: 'lookup_order', decision: 'allow', file: FILE, line: 3 } },
        {
          rule: { name: 'refunds', line: 8, when: [{ field: 'amount', op: 'gt', value: 50 }] },
          scope: { tenant: 'acme', environment: 'production', agent: 'desk' },
          places: { tool: { start: { line: 10, column: 11 }, end: { line: 10, column: 18 } } },
        },
      ],
    })
  })

  it('takes one condition as a list of one', async () => {
    const one = await policyOf(file('deny', rule({ when: '{ field: a, op: eq, value: 1 }' })))
    const list = await policyOf(file('deny', rule({ when: '[{ field: a, op: eq, value: 1 }]' })))
    expect(one).toMatchObject({ rules: [{ rule: { when: [{ field: 'a', op: 'eq', value: 1 }] } }] })
    expect(list).toMatchObject({ rules: [{ rule: { when: [{ field: 'a', op: 'eq', value: 1 }] } }] })
  })

  it('resolves an alias that has an anchor before it', async () => {
    const policy = await policyOf(yaml`
      default_decision: deny
      rules:
        - { name: a, scope: &here "acme/*", tool: lookup_order, decision: allow }
        - { name: b, scope: *here, tool: issue_refund, decision: ask }
    `)
    expect(policy).toMatchObject({ rules: [{}, { rule: { scope: 'acme/*' } }] })
  })

  it.each([
    [
      'CRLF',
      'default_decision: ask\r\nrules:\r\n  - name: a\r\n    scope: "*/*"\r\n    tool: t\r\n    decision: deny\r\n',
    ],
    [
      'a byte order mark',
      '\ufeffdefault_decision: ask\nrules:\n  - name: a\n    scope: "*/*"\n    tool: t\n    decision: deny\n',
    ],
    ['a %YAML directive', '%YAML 1.2\n---\nrules:\n- name: a\n  scope: "*/*"\n  tool: t\n  decision: deny\n'],
    ['an explicit key', '? rules\n: - name: a\n    scope: "*/*"\n    tool: t\n    decision: deny\n'],
  ])('may be written with %s', async (_what, text) => {
    expect(await policyOf(text)).toMatchObject({ rules: [{ rule: { name: 'a', tool: 't', decision: 'deny' } }] })
  })

  it('means ask when `default_decision` is missing', async () => {
    expect(await policyOf('rules: []\n')).toMatchObject({ default: { decision: 'ask', from: 'key missing' } })
  })

  it('may have an empty `rules`', async () => {
    expect(await policyOf('default_decision: allow\nrules:\n')).toMatchObject({ rules: [] })
  })
})

describe('nothing written', () => {
  it.each([
    ['no file', undefined, 'ACTAUTH_MISSING'],
    ['an empty file', '', 'ACTAUTH_EMPTY'],
    ['only comments', '# permissions\n# (none yet)\n', 'ACTAUTH_EMPTY'],
    ['an empty map', '{}\n', 'ACTAUTH_EMPTY'],
    ['only a document start', '---\n', 'ACTAUTH_EMPTY'],
  ])('%s denies every tool and says so', async (_what, text, code) => {
    const { policy, diagnostics } = await readActauth(text, SOURCE)
    expect(diagnostics).toMatchObject([{ code, severity: 'warning', file: FILE }])
    expect(createGate(policy).decide({ name: 'lookup_order', input: {} }, DEVELOPMENT)).toEqual({
      decision: 'deny',
      rule: null,
      reason: 'Nothing is written in agents/desk/actauth.yml, so every tool of agent `desk` is denied.',
    })
  })
})

/** What each broken file says: code, the marked text, and words that must stand in message or hint. */
const BROKEN: [title: string, text: string, code: string, marked: string, words: string][] = [
  [
    'an unquoted scope',
    yaml`
    rules:
      - name: a
        scope: */*
        tool: t
        decision: ask
    `,
    'ACTAUTH_ALIAS',
    '*/*',
    'Quote it: "*/*".',
  ],
  [
    'an unquoted scope with an environment',
    'rules:\n- {name: a, scope: "*/*", tool: t, decision: ask}\n- name: b\n  scope: */production\n  tool: t\n  decision: ask\n',
    'ACTAUTH_ALIAS',
    '*/production',
    'Quote it: "*/production".',
  ],
  [
    'an unquoted glob',
    yaml`
    rules:
      - name: a
        scope: "*/*"
        tool: *_delete # dangerous
        decision: deny
    `,
    'ACTAUTH_ALIAS',
    '*_delete',
    'Quote it: "*_delete".',
  ],
  [
    'a lone unquoted star',
    'rules:\n- { name: a, scope: "*/*", tool: *, decision: deny }\n',
    'ACTAUTH_ALIAS',
    '*',
    'Quote it: "*".',
  ],
  [
    'an alias instead of the rules',
    'default_decision: deny\nrules: *shared\n',
    'ACTAUTH_ALIAS',
    '*shared',
    'YAML alias',
  ],
  [
    'an anchor that comes later',
    'rules: *shared\ndefault_decision: &shared deny\n',
    'ACTAUTH_ALIAS',
    '*shared',
    'YAML alias',
  ],
  [
    'an unknown key',
    'default_decison: deny\n',
    'ACTAUTH_UNKNOWN_KEY',
    'default_decison',
    'Did you mean `default_decision`?',
  ],
  [
    'a key that other systems use',
    'default: deny\n',
    'ACTAUTH_UNKNOWN_KEY',
    'default',
    'Did you mean `default_decision`?',
  ],
  [
    'an unknown key of a rule',
    'rules:\n- { name: a, scope: "*/*", tools: t, tool: t, decision: ask }\n',
    'ACTAUTH_UNKNOWN_KEY',
    'tools',
    'Did you mean `tool`?',
  ],
  [
    'a merge key',
    'rules:\n- { name: a, scope: "*/*", tool: t, decision: ask, <<: {} }\n',
    'ACTAUTH_UNKNOWN_KEY',
    '<<',
    'merge keys',
  ],
  [
    'an unknown key of a condition',
    file('ask', rule({ when: '{ feild: a, field: a, op: eq, value: 1 }' })),
    'ACTAUTH_UNKNOWN_KEY',
    'feild',
    'Did you mean `field`?',
  ],
  [
    'a condition in the shape of other systems',
    file('ask', rule({ when: '{ args.amount: { lte: 50 } }' })),
    'ACTAUTH_UNKNOWN_KEY',
    'args.amount',
    '{ field: amount, op: lte, value: 50 }',
  ],
  [
    'a key that stands twice',
    'default_decision: deny\ndefault_decision: allow\n',
    'ACTAUTH_DUPLICATE_KEY',
    'default_decision',
    'first in line 1',
  ],
  [
    'a rule with two decisions',
    'rules:\n- name: a\n  scope: "*/*"\n  tool: t\n  decision: deny\n  "decision": allow\n',
    'ACTAUTH_DUPLICATE_KEY',
    '"decision"',
    'first in line 5',
  ],
  ['an unknown decision', 'default_decision: dney\n', 'ACTAUTH_DECISION', 'dney', 'Did you mean `deny`?'],
  [
    'a decision in other words',
    file('ask', rule({ decision: 'block' })),
    'ACTAUTH_DECISION',
    'block',
    'Did you mean `deny`?',
  ],
  ['a decision as true', file('ask', rule({ decision: 'true' })), 'ACTAUTH_DECISION', 'true', 'Did you mean `allow`?'],
  [
    'a decision in capitals',
    file('ask', rule({ decision: 'ALLOW' })),
    'ACTAUTH_DECISION',
    'ALLOW',
    'Did you mean `allow`?',
  ],
  ['a default without a value', 'default_decision:\nrules: []\n', 'ACTAUTH_DECISION', 'default_decision', 'is empty'],
  ['a decision that is a list', 'default_decision: [deny]\n', 'ACTAUTH_DECISION', '[deny]', 'is a list'],
  [
    'a scope of one segment',
    file('ask', rule({ scope: 'production' })),
    'ACTAUTH_SCOPE',
    '"production"',
    'Did you mean "*/production"?',
  ],
  ['a scope that is one star', file('ask', rule({ scope: '*' })), 'ACTAUTH_SCOPE', '"*"', 'Did you mean "*/*"?'],
  [
    'a scope of four segments',
    file('ask', rule({ scope: 'a/b/c/d' })),
    'ACTAUTH_SCOPE',
    '"a/b/c/d"',
    'it has 4 segments',
  ],
  [
    'a scope with an empty segment',
    file('ask', rule({ scope: '/production' })),
    'ACTAUTH_SCOPE',
    '"/production"',
    'a segment is empty',
  ],
  [
    'a scope with a partial star',
    file('ask', rule({ scope: 'eu-*/production' })),
    'ACTAUTH_SCOPE',
    '"eu-*/production"',
    'whole segment',
  ],
  ['a scope with a blank', file('ask', rule({ scope: '* / *' })), 'ACTAUTH_SCOPE', '"* / *"', 'a blank'],
  [
    'a scope that is a number',
    'rules:\n- { name: a, scope: 7, tool: t, decision: ask }\n',
    'ACTAUTH_NOT_A_TEXT',
    '7',
    'Put quotes around it',
  ],
  [
    'a name that is a number',
    'rules:\n- { name: 007, scope: "*/*", tool: t, decision: ask }\n',
    'ACTAUTH_NOT_A_TEXT',
    '007',
    'instead of a text',
  ],
  [
    'a scope that is a list',
    'rules:\n- { name: a, scope: ["*/*"], tool: t, decision: ask }\n',
    'ACTAUTH_NOT_A_TEXT',
    '["*/*"]',
    'is a list',
  ],
  ['a name of blanks', file('ask', rule({ name: '"  "' })), 'ACTAUTH_NAME', '"  "', 'empty'],
  [
    'a name with an escape sequence',
    file('ask', rule({ name: '"a\\e[31m"' })),
    'ACTAUTH_NAME',
    '"a\\e[31m"',
    'a\\u001b[31m',
  ],
  [
    'a tool with a hyphen',
    file('ask', rule({ tool: 'get-order' })),
    'ACTAUTH_TOOL',
    '"get-order"',
    'Did you mean `get_order`?',
  ],
  [
    'a tool that no tool can be called',
    file('ask', rule({ tool: '2fast' })),
    'ACTAUTH_TOOL',
    '"2fast"',
    'starts with a letter',
  ],
  ['a tool without a name', file('ask', rule({ tool: '' })), 'ACTAUTH_TOOL', '""', '1 to 64 letters'],
  [
    'two rules of one name',
    file('ask', rule({ name: 'twin' }), rule({ name: 'twin', tool: 'other' })),
    'ACTAUTH_NAME_TAKEN',
    'twin',
    'first in line 3',
  ],
  [
    'a rule without a decision',
    'rules:\n- name: a\n  scope: "*/*"\n  tool: t\n',
    'ACTAUTH_MISSING_KEY',
    'name',
    'Add `decision: ask`',
  ],
  [
    'a rule that is a text',
    'rules:\n- allow everything\n',
    'ACTAUTH_RULE_NOT_A_MAP',
    'allow everything',
    'a text instead of a map',
  ],
  ['a rule that is empty', 'rules:\n-\n', 'ACTAUTH_RULE_NOT_A_MAP', '-', 'empty'],
  [
    'rules as a text',
    'default_decision: deny\nrules: allow everything\n',
    'ACTAUTH_RULES_NOT_A_LIST',
    'allow everything',
    'a text instead of a list',
  ],
  ['rules as a map', 'rules:\n  name: a\n', 'ACTAUTH_RULES_NOT_A_LIST', 'name: a', 'a map instead of a list'],
  ['rules that hold themselves', 'rules: &all\n- *all\n', 'ACTAUTH_RULE_NOT_A_MAP', '*all', 'a list instead of a map'],
  ['a list as the file', '- name: a\n', 'ACTAUTH_ROOT_NOT_MAP', '- name: a', 'a list instead of a map'],
  ['a text as the file', 'deny\n', 'ACTAUTH_ROOT_NOT_MAP', 'deny', 'a text instead of a map'],
  [
    'an unknown operator',
    file('ask', rule({ when: '{ field: a, op: ">", value: 1 }' })),
    'ACTAUTH_OPERATOR',
    '">"',
    'Did you mean `gt`?',
  ],
  [
    'a mistyped operator',
    file('ask', rule({ when: '{ field: a, op: startwith, value: x }' })),
    'ACTAUTH_OPERATOR',
    'startwith',
    'Did you mean `startsWith`?',
  ],
  [
    'an operator that is a map',
    file('ask', rule({ when: '{ field: a, op: { gt: 1 }, value: x }' })),
    'ACTAUTH_OPERATOR',
    '{ gt: 1 }',
    'a map',
  ],
  [
    'a condition without a field',
    file('ask', rule({ when: '{ op: gt, value: 1 }' })),
    'ACTAUTH_MISSING_KEY',
    'op',
    'has no `field`',
  ],
  [
    'a condition without an operator',
    file('ask', rule({ when: '{ field: a, value: 1 }' })),
    'ACTAUTH_MISSING_KEY',
    'field',
    'has no `op`',
  ],
  [
    'a field with an empty step',
    file('ask', rule({ when: '{ field: a..b, op: gt, value: 1 }' })),
    'ACTAUTH_FIELD',
    'a..b',
    'path with dots',
  ],
  [
    'a field that is a number',
    file('ask', rule({ when: '{ field: 1, op: gt, value: 1 }' })),
    'ACTAUTH_FIELD',
    '1',
    'the number 1',
  ],
  [
    'a text as condition',
    file('ask', rule({ when: 'amount > 50' })),
    'ACTAUTH_WHEN',
    'amount > 50',
    'a text instead of a map',
  ],
  ['an empty list of conditions', file('allow', rule({ when: '[]' })), 'ACTAUTH_WHEN', '[]', 'Remove the key'],
  ['an empty condition', file('allow', rule({ when: '{}' })), 'ACTAUTH_WHEN', '{}', 'empty'],
  [
    '`when` without a value',
    'rules:\n- name: a\n  scope: "*/*"\n  tool: t\n  decision: allow\n  when:\n',
    'ACTAUTH_WHEN',
    'when',
    'empty instead of a map',
  ],
  [
    'an operator without a value',
    file('ask', rule({ when: '{ field: a, op: gt }' })),
    'ACTAUTH_VALUE',
    'field',
    '`gt` takes a number',
  ],
  [
    'gt with true',
    file('ask', rule({ when: '{ field: a, op: gt, value: true }' })),
    'ACTAUTH_VALUE',
    'true',
    '`gt` takes a number',
  ],
  [
    'gt with no finite number',
    file('ask', rule({ when: '{ field: a, op: gt, value: .inf }' })),
    'ACTAUTH_VALUE',
    '.inf',
    'Infinity',
  ],
  [
    'in with one text',
    file('ask', rule({ when: '{ field: a, op: in, value: EUR }' })),
    'ACTAUTH_VALUE',
    'EUR',
    '`in` takes a list',
  ],
  [
    'in with an empty list',
    file('ask', rule({ when: '{ field: a, op: in, value: [] }' })),
    'ACTAUTH_VALUE',
    '[]',
    'at least one',
  ],
  [
    'eq with a list',
    file('ask', rule({ when: '{ field: a, op: eq, value: [1] }' })),
    'ACTAUTH_VALUE',
    '[1]',
    '`eq` takes one text',
  ],
  [
    'eq with a map',
    file('ask', rule({ when: '{ field: a, op: eq, value: { b: 1 } }' })),
    'ACTAUTH_VALUE',
    '{ b: 1 }',
    'is a map',
  ],
  [
    'exists with a text',
    file('ask', rule({ when: '{ field: a, op: exists, value: maybe }' })),
    'ACTAUTH_VALUE',
    'maybe',
    'true or false',
  ],
  [
    'a pattern with look-ahead',
    file('ask', rule({ when: '{ field: a, op: matches, value: "(?=x)" }' })),
    'ACTAUTH_PATTERN',
    '"(?=x)"',
    'no look-around',
  ],
  [
    'a pattern that is not closed',
    file('ask', rule({ when: '{ field: a, op: matches, value: "a(" }' })),
    'ACTAUTH_PATTERN',
    '"a("',
    'missing closing )',
  ],
  [
    'a pattern longer than any',
    file('ask', rule({ when: `{ field: a, op: matches, value: ${'x'.repeat(1001)} }` })),
    'ACTAUTH_PATTERN',
    'x'.repeat(1001),
    'longer than 1000',
  ],
  [
    'a second document',
    'default_decision: deny\n---\ndefault_decision: allow\n',
    'ACTAUTH_MULTI_DOCUMENT',
    '---',
    'second document',
  ],
  [
    'a merge conflict',
    'default_decision: deny\nrules:\n<<<<<<< HEAD\n  - name: a\n=======\n  - name: b\n>>>>>>> main\n',
    'ACTAUTH_MERGE_CONFLICT',
    '<<<<<<<',
    'Keep one side',
  ],
  [
    'the rest of a merge conflict',
    'default_decision: deny\n>>>>>>> main\n',
    'ACTAUTH_MERGE_CONFLICT',
    '>>>>>>>',
    'Keep one side',
  ],
  ['a tab as indentation', 'rules:\n\t- name: a\n', 'ACTAUTH_TAB', '\t', 'Indent with blanks'],
  [
    'a text that was not UTF-8',
    'default_decision: deny\n# caf\ufffd\n',
    'ACTAUTH_NOT_UTF8',
    '\ufffd',
    'Save the file as UTF-8',
  ],
  ['a custom tag', 'default_decision: !word deny\n', 'ACTAUTH_TAG', '!word', 'means nothing here'],
  ['a bracket that never closes', 'default_decision: deny\nrules: [\n', 'ACTAUTH_SYNTAX', '', 'not valid YAML'],
  ['a quote that never closes', 'default_decision: "deny\n', 'ACTAUTH_SYNTAX', '', 'not valid YAML'],
  ['two colons in a line', 'default_decision: deny: allow\n', 'ACTAUTH_SYNTAX', 'd', 'not valid YAML'],
  ['too deep a nesting', `rules: ${'['.repeat(5_000)}`, 'ACTAUTH_SYNTAX', '', 'YAML'],
  ['too large a file', `# ${'x'.repeat(1_048_576)}\n`, 'ACTAUTH_TOO_LARGE', '', 'the most that is read'],
]

describe('a broken file', () => {
  it.each(BROKEN)('%s is an error with its place and a way out', async (_title, text, code, marked, words) => {
    const diagnostics = await problemsOf(text)
    const found = diagnostics.find(diagnostic => diagnostic.code === code)
    expect(diagnostics.map(diagnostic => diagnostic.code)).toContain(code)
    expect(found).toMatchObject({ severity: 'error', file: FILE })
    expect(`${found?.message} ${found?.hint}`).toContain(words)
    if (marked !== '') expect(textAt(text, found?.range)).toBe(marked)
    expect(found?.range && codeFrame(text, found.range)).toContain('^')
  })

  it.each(BROKEN)('%s denies every tool, with the place of the error', async (_title, text) => {
    const { policy } = await readActauth(text, SOURCE)
    const gate = createGate(policy)
    for (const name of ['t', 'issue_refund', 'system_ask_user', 'Skill']) {
      const decision = gate.decide({ name, input: {} }, DEVELOPMENT)
      expect(decision).toMatchObject({ decision: 'deny', rule: null })
      expect(decision.reason).toMatch(
        /^agents\/desk\/actauth\.yml:\d+:\d+ has an error, so no tool of agent `desk` runs/,
      )
    }
  })

  it('reports every problem at once, sorted by place', async () => {
    const diagnostics = await problemsOf(yaml`
      default_decision: maybe
      rules:
        - { name: a, scope: everywhere, tool: t, decision: ask }
        - { name: b, scope: "*/*", tool: *_x, decision: block }
    `)
    expect(diagnostics.map(({ code, range }) => `${range?.start.line} ${code}`)).toEqual([
      '1 ACTAUTH_DECISION',
      '3 ACTAUTH_SCOPE',
      '4 ACTAUTH_ALIAS',
      '4 ACTAUTH_DECISION',
    ])
  })

  it('counts lines and columns of a file with a byte order mark like an editor', async () => {
    expect(await problemsOf('\ufeffdefault_decision: no\n')).toMatchObject([
      { range: { start: { line: 1, column: 19 }, end: { line: 1, column: 21 } } },
    ])
  })

  it('is found in bytes that are not UTF-8', async () => {
    const latin1 = new Uint8Array([...Buffer.from('default_decision: deny\n# caf'), 0xe9, 0x0a])
    expect(await problemsOf(latin1)).toMatchObject([
      { code: 'ACTAUTH_NOT_UTF8', range: { start: { line: 2, column: 6 } } },
    ])
  })

  it('says only "merge conflict" about a merge conflict', async () => {
    const diagnostics = await problemsOf('<<<<<<< HEAD\ndefault_decision: deny\n=======\nrules: []\n>>>>>>> main\n')
    expect(diagnostics).toHaveLength(1)
  })
})

function textAt(text: string, range: { start: Place; end: Place } | undefined): string | undefined {
  if (!range) return undefined
  const lines = text.split(/\r\n|\n/)
  const line = lines[range.start.line - 1] ?? ''
  const end = range.end.line === range.start.line ? range.end.column - 1 : undefined
  return line.slice(range.start.column - 1, end)
}

interface Place {
  line: number
  column: number
}
