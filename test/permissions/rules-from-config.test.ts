import { describe, expect, it } from 'vitest'
import { createGate } from '../../src/permissions/create-gate.ts'
import { rulesFromConfig } from '../../src/permissions/rules-from-config.ts'
import { DEVELOPMENT } from './builders.ts'

const SOURCE = { file: 'agents/desk/index.ts', agentName: 'desk' }

const LOOK_UPS = { name: 'look-ups', scope: '*/*', tool: 'lookup_*', decision: 'allow' }

describe('rules in code', () => {
  it('decide like those of a file, and name the agent file', async () => {
    const { policy, diagnostics } = await rulesFromConfig([LOOK_UPS], 'deny', SOURCE)
    const gate = createGate(policy)
    expect(diagnostics).toEqual([])
    expect(gate.decide({ name: 'lookup_order', input: {} }, DEVELOPMENT)).toMatchObject({
      decision: 'allow',
      reason: 'Rule `look-ups` (agents/desk/index.ts) allows lookup_* everywhere.',
    })
    expect(gate.decide({ name: 'send_email', input: {} }, DEVELOPMENT)).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('the default is deny (agents/desk/index.ts)'),
    })
  })

  it('ask by default', async () => {
    const { policy } = await rulesFromConfig([], undefined, SOURCE)
    expect(createGate(policy).decide({ name: 'send_email', input: {} }, DEVELOPMENT).decision).toBe('ask')
  })

  it('may leave a key undefined', async () => {
    const { diagnostics } = await rulesFromConfig([{ ...LOOK_UPS, when: undefined }], 'ask', SOURCE)
    expect(diagnostics).toEqual([])
  })

  it.each<[unknown, unknown, string, string]>([
    [{ allow: ['x'] }, 'ask', 'ACTAUTH_RULES_NOT_A_LIST', 'rules: `rules` is a map'],
    [[LOOK_UPS, 'allow'], 'ask', 'ACTAUTH_RULE_NOT_A_MAP', 'rules[1]: A rule is a text'],
    [[{ ...LOOK_UPS, scope: '*' }], 'ask', 'ACTAUTH_SCOPE', 'rules[0].scope: The scope `*`'],
    [[{ ...LOOK_UPS, toll: 'x' }], 'ask', 'ACTAUTH_UNKNOWN_KEY', 'rules[0].toll: `toll` is not a key'],
    [[{ ...LOOK_UPS, tool: /x/ }], 'ask', 'ACTAUTH_NOT_A_TEXT', 'rules[0].tool'],
    [
      [{ ...LOOK_UPS, when: () => true }],
      'ask',
      'ACTAUTH_WHEN',
      'rules[0].when: A condition is a value of type function',
    ],
    [[{ ...LOOK_UPS, when: { field: 'a', op: 'gt', value: NaN } }], 'ask', 'ACTAUTH_VALUE', 'rules[0].when.value'],
    [
      [{ ...LOOK_UPS, when: [{ field: 'a', op: 'matches', value: '(' }] }],
      'ask',
      'ACTAUTH_PATTERN',
      'rules[0].when[0].value',
    ],
    [[LOOK_UPS, LOOK_UPS], 'ask', 'ACTAUTH_NAME_TAKEN', 'rules: look-ups: Two rules'],
    [[], 'sometimes', 'ACTAUTH_DECISION', 'defaultDecision: `defaultDecision` is `sometimes`'],
    [[], null, 'ACTAUTH_DECISION', 'defaultDecision'],
  ])('of a bad shape are errors and deny everything: %j with default %j', async (rules, fallback, code, words) => {
    const { policy, diagnostics } = await rulesFromConfig(rules, fallback, SOURCE)
    expect(diagnostics).toMatchObject([{ code, severity: 'error', file: 'agents/desk/index.ts' }])
    expect(diagnostics[0]?.message).toContain(words)
    expect(createGate(policy).decide({ name: 'lookup_order', input: {} }, DEVELOPMENT).decision).toBe('deny')
  })
})
