import { describe, expect, it } from 'vitest'
import { explain } from '../../src/permissions/explain.ts'
import { readActauth } from '../../src/permissions/read-actauth.ts'
import { DEVELOPMENT, PRODUCTION, policyOf, SOURCE, yaml } from './builders.ts'

const TEXT = yaml`
  default_decision: deny
  rules:
    - { name: everything, scope: "*/*", tool: "*", decision: allow }
    - { name: issuing, scope: "*/*", tool: "issue_*", decision: deny }
    - { name: refunds, scope: "*/production", tool: issue_refund, decision: ask }
    - { name: small-refunds, scope: "*/production", tool: issue_refund, decision: allow, when: { field: amount, op: lte, value: 50 } }
    - { name: try-out, scope: "*/development", tool: issue_refund, decision: allow }
    - { name: acme-refunds, scope: "acme/*", tool: issue_refund, decision: deny }
    - { name: twin-agent, scope: "*/*/twin", tool: issue_refund, decision: deny }
    - { name: mails, scope: "*/*", tool: send_email, decision: ask }
`

describe('explain', () => {
  it('names the deciding rule and why each of the others lost, most specific first', async () => {
    const policy = await policyOf(TEXT)
    expect(explain(policy, { name: 'issue_refund', input: { amount: 80 } }, PRODUCTION)).toMatchInlineSnapshot(`
      {
        "decision": "ask",
        "losing": [
          {
            "decision": "deny",
            "line": 8,
            "name": "acme-refunds",
            "why": "its tenant is \`acme\`, and the call's is \`default\`",
          },
          {
            "decision": "allow",
            "line": 6,
            "name": "small-refunds",
            "why": "its condition amount <= 50 is false: amount is 80",
          },
          {
            "decision": "allow",
            "line": 7,
            "name": "try-out",
            "why": "its environment is \`development\`, and the call's is \`production\`",
          },
          {
            "decision": "deny",
            "line": 9,
            "name": "twin-agent",
            "why": "its agent is \`twin\`, and the call's is \`desk\`",
          },
          {
            "decision": "ask",
            "line": 10,
            "name": "mails",
            "why": "its tool \`send_email\` is not \`issue_refund\`",
          },
          {
            "decision": "deny",
            "line": 4,
            "name": "issuing",
            "why": "rule \`refunds\` (line 5) comes before it: it names the environment",
          },
          {
            "decision": "allow",
            "line": 3,
            "name": "everything",
            "why": "rule \`refunds\` (line 5) comes before it: it names the environment",
          },
        ],
        "reason": "Rule \`refunds\` (agents/desk/actauth.yml:5) asks before issue_refund in production.",
        "rule": {
          "file": "agents/desk/actauth.yml",
          "line": 5,
          "name": "refunds",
        },
      }
    `)
  })

  it('tells which of two rules that both fit came first, and by what', async () => {
    const { losing } = explain(await policyOf(TEXT), { name: 'issue_refund', input: { amount: 20 } }, PRODUCTION)
    expect(losing.find(({ name }) => name === 'refunds')?.why).toBe(
      'rule `small-refunds` (line 6) comes before it: it has a condition',
    )
  })

  it('names the default when no rule decided', async () => {
    const policy = await policyOf(
      'default_decision: deny\nrules:\n  - { name: a, scope: "*/*", tool: t, decision: ask }\n',
    )
    expect(explain(policy, { name: 'send_email', input: {} }, DEVELOPMENT)).toEqual({
      decision: 'deny',
      rule: null,
      reason:
        'No rule decides about `send_email` for tenant `default` in `development`, and the default is deny (agents/desk/actauth.yml:1).',
      losing: [{ name: 'a', line: 3, decision: 'ask', why: 'its tool `t` is not `send_email`' }],
    })
  })

  it('says that a missing field counts as false for allow', async () => {
    const { losing } = explain(await policyOf(TEXT), { name: 'issue_refund', input: {} }, PRODUCTION)
    expect(losing.find(({ name }) => name === 'small-refunds')?.why).toBe(
      'its condition amount <= 50 is false: amount is missing, which counts as false for allow',
    )
  })

  it('says that a glob does not change a tool of loopengine', async () => {
    const { rule, losing } = explain(await policyOf(TEXT), { name: 'readFile', input: {} }, DEVELOPMENT)
    expect(rule).toBeNull()
    expect(losing.find(({ name }) => name === 'everything')?.why).toBe(
      'a glob does not change `readFile`, which comes with loopengine (ask); name it exactly',
    )
  })

  it('has nothing but the error to say about a broken file', async () => {
    const { policy } = await readActauth('default_decision: nope\n', SOURCE)
    expect(explain(policy, { name: 'send_email', input: {} }, DEVELOPMENT)).toEqual({
      decision: 'deny',
      rule: null,
      reason:
        'agents/desk/actauth.yml:1:19 has an error, so no tool of agent `desk` runs until it is mended: `default_decision` is `nope`, and only allow, ask and deny are decisions.',
      losing: [],
    })
  })
})
