import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/registry/read-config.ts'

const agent = { name: 'shop', file: 'agents/shop/index.ts' }
const good = { name: 'shop', systemPrompt: 'You sell.' }

function problems(config: unknown): string[] {
  return readConfig({ config }, agent).diagnostics.map(({ code, severity, message, hint }) =>
    [code, severity, message, hint].filter(Boolean).join(' | '),
  )
}

describe('a config', () => {
  it('that is right comes back as it is', () => {
    const { config, diagnostics } = readConfig({ config: good }, agent)
    expect([config, diagnostics]).toEqual([good, []])
  })

  for (const name of ['Shop', 'SHOP', 's-h_op']) {
    it(`may write its name \`${name}\`: -, _ and case make no difference`, () => {
      expect(problems({ ...good, name })).toEqual([])
    })
  }

  const cases: [string, unknown, string[]][] = [
    ['without a name', { systemPrompt: 'x' }, ["CONFIG_NAME | error | `config` has no `name`. | Write name: 'shop'."]],
    ['with a name that is no text', { ...good, name: 7 }, [expect.stringMatching(/^CONFIG_NAME.*has no `name`/)]],
    [
      'with the name of another agent',
      { ...good, name: 'store' },
      [
        'CONFIG_NAME | error | `config.name` is `store`, but the agent lies in `agents/shop/index.ts`. | Rename one of them; - and _ and upper case make no difference.',
      ],
    ],
    [
      'without a prompt',
      { name: 'shop' },
      ['CONFIG_PROMPT | error | `config` has no `systemPrompt`. | Say who the agent is and what it is for.'],
    ],
    [
      'with an unknown key',
      { ...good, maxTurn: 3 },
      ['CONFIG_KEY | warning | `config` has an unknown key `maxTurn`. | Did you mean `maxTurns`?'],
    ],
    [
      'with an unknown key that is like none',
      { ...good, zzzzzzzzzz: 3 },
      [expect.stringMatching(/unknown key `zzzzzzzzzz`. \| Keys: name, systemPrompt,/)],
    ],
    [
      'with a text for maxTurns',
      { ...good, maxTurns: '3' },
      ["CONFIG_VALUE | error | `config.maxTurns` must be a whole number above 0, got '3'."],
    ],
    ['with half a turn', { ...good, maxTurns: 0.5 }, [expect.stringContaining('got 0.5.')]],
    ['with a big integer', { ...good, maxTurns: 3n }, [expect.stringContaining('got 3n.')]],
    [
      'with tools that are no list',
      { ...good, tools: {} },
      ['CONFIG_VALUE | error | `config.tools` must be a list, got {}.'],
    ],
    [
      'with rules that are no list',
      { ...good, rules: 'deny' },
      [expect.stringContaining("must be a list, got 'deny'")],
    ],
    [
      'with a decision that there is not',
      { ...good, rules: [], defaultDecision: 'maybe' },
      ["CONFIG_VALUE | error | `config.defaultDecision` must be allow, ask or deny, got 'maybe'."],
    ],
    [
      'with a default decision but no rules',
      { ...good, defaultDecision: 'allow' },
      [
        'CONFIG_VALUE | warning | `config.defaultDecision` has no effect without `config.rules`. | Write default_decision into actauth.yml.',
      ],
    ],
    [
      'with isSafeTool that is no function',
      { ...good, isSafeTool: true },
      [expect.stringContaining('must be a function, got true')],
    ],
    ['with a model that is none', { ...good, model: { id: 'x' } }, [expect.stringContaining('must be a text such as')]],
    ['with an empty model', { ...good, toolDescription: '' }, [expect.stringContaining('must be a text')]],
    [
      'with a time limit in words',
      { ...good, execution: { toolTimeout: '30s' } },
      [
        "CONFIG_VALUE | error | `config.execution` must be an object whose `toolTimeout` is milliseconds above 0, or false, and `compaction` what a tool may say of it, got { toolTimeout: '30s' }.",
      ],
    ],
    [
      'with folders of skills that are no texts',
      { ...good, skillsDirs: [1] },
      [expect.stringContaining('must be a list of texts')],
    ],
    [
      'with a function where a text belongs',
      { ...good, model: () => 'x' },
      [expect.stringContaining('got [Function: model]')],
    ],
    ['with nothing right', {}, [expect.stringContaining('CONFIG_NAME'), expect.stringContaining('CONFIG_PROMPT')]],
  ]
  for (const [name, config, expected] of cases)
    it(`${name} is said to be`, () => expect(problems(config)).toEqual(expected))

  it('with warnings only can be used', () => {
    expect(readConfig({ config: { ...good, maxTurn: 3 } }, agent).config).toBeDefined()
  })

  it('takes a key that is undefined for one that is missing', () => {
    expect(problems({ ...good, maxTurns: undefined, execution: {} })).toEqual([])
  })
})

describe('no config', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['in an empty module', {}, 'It exports nothing.'],
    ['under another name', { agent: good, other: 1 }, 'It exports `agent`, `other`.'],
    ['as a default export', { __esModule: true, default: good }, 'It exports `default`.'],
    ['as a list', { config: [good] }, 'It exports `config`.'],
  ]
  for (const [name, exported, has] of cases) {
    it(name, () => {
      expect(readConfig(exported, agent)).toEqual({
        config: undefined,
        diagnostics: [
          {
            code: 'NO_CONFIG',
            severity: 'error',
            file: 'agents/shop/index.ts',
            message: `The agent's module exports no \`config\` object. ${has}`,
            hint: 'Write `export const config: AgentConfig = { … }`.',
          },
        ],
      })
    })
  }
})
