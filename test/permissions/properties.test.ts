import '../helpers/property-runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rule } from '../../src/core/rule.ts'
import { createGate } from '../../src/permissions/create-gate.ts'
import { explain } from '../../src/permissions/explain.ts'
import { lintPolicy } from '../../src/permissions/lint/lint-policy.ts'
import { compareRules } from '../../src/permissions/order-rules.ts'
import type { SoundPolicy } from '../../src/permissions/policy.ts'
import { readActauth } from '../../src/permissions/read-actauth.ts'
import { rulesFromConfig } from '../../src/permissions/rules-from-config.ts'
import { SOURCE } from './builders.ts'

const segment = fc.constantFrom('*', 'acme', 'production', 'desk')

const ruleParts = fc.record({
  scope: fc.oneof(
    fc.tuple(segment, segment).map(parts => parts.join('/')),
    fc.tuple(segment, segment, segment).map(parts => parts.join('/')),
  ),
  tool: fc.constantFrom('issue_refund', 'issue_*', '*_refund', '*', 'i*d', 'readFile', 'send_email', 'send*'),
  decision: fc.constantFrom('allow', 'ask', 'deny'),
  when: fc.constantFrom(
    undefined,
    [{ field: 'amount', op: 'gt', value: 50 }],
    [{ field: 'amount', op: 'exists' }],
    [{ field: 'to', op: 'contains', value: '@example.com' }],
  ),
})

const ruleList = fc
  .array(ruleParts, { maxLength: 8 })
  .map(list => list.map((parts, index) => ({ name: `rule-${index}`, ...parts }) as Rule))

const scope = fc.record({
  tenant: fc.constantFrom('acme', 'default'),
  environment: fc.constantFrom('production', 'development'),
})

const call = fc.record({
  name: fc.constantFrom('issue_refund', 'send_email', 'readFile', 'Skill', 'unknown'),
  input: fc.constantFrom({}, { amount: 20 }, { amount: 80 }, { amount: '80' }, { to: 'a@example.com' }),
})

/** Mostly words of the format, so that many texts come close to a real file. */
const yamlLike = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          'rules:',
          'default_decision: ',
          '- ',
          'name: a',
          'scope: ',
          'tool: t',
          '\n',
          '\n  ',
          '\n    ',
          '"*/*"',
          '*/*',
          'decision: ',
          'ask',
          'when: ',
          '{',
          '}',
          '[',
          ']',
          'field: a',
          'op: gt',
          ', ',
          'value: 1',
          '&a ',
          '*a',
          '---\n',
          '\t',
          '#',
          '"',
          '!x ',
          '? ',
          ': ',
          '<<<<<<< ',
          '|\n',
          '\r',
          '\u0000',
          '\ufeff',
          '%YAML 1.1\n',
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''))

async function soundPolicy(rules: Rule[]): Promise<SoundPolicy> {
  const { policy } = await rulesFromConfig(rules, 'ask', SOURCE)
  if (policy.kind === 'broken') throw new Error(policy.problem.message)
  return policy
}

describe('any text', () => {
  it('is read without throwing, each error with a place inside the text', async () => {
    await fc.assert(
      fc.asyncProperty(yamlLike, async text => {
        const { policy, diagnostics } = await readActauth(text, SOURCE)
        const lines = text.split(/\r\n|\n|\r/).length
        for (const { severity, range } of diagnostics) {
          if (severity !== 'error') continue
          expect(range?.start.line).toBeGreaterThanOrEqual(1)
          expect(range?.end.line).toBeLessThanOrEqual(lines)
          expect(range?.start.column).toBeGreaterThanOrEqual(1)
        }
        const failed = diagnostics.some(({ severity }) => severity === 'error')
        expect(policy.kind).toBe(failed ? 'broken' : 'sound')
      }),
    )
  })

  it('is read from any bytes without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async bytes => {
        expect(['sound', 'broken']).toContain((await readActauth(bytes, SOURCE)).policy.kind)
      }),
    )
  })

  it('that is broken denies every call', async () => {
    await fc.assert(
      fc.asyncProperty(yamlLike, call, scope, async (text, asked, where) => {
        const { policy } = await readActauth(`${text}\nunknown_key: 1\n`, SOURCE)
        expect(createGate(policy).decide(asked, where).decision).toBe('deny')
      }),
    )
  })
})

describe('any value in code', () => {
  it('is read without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (rules, fallback) => {
        expect(['sound', 'broken']).toContain((await rulesFromConfig(rules, fallback, SOURCE)).policy.kind)
      }),
    )
  })
})

describe('specificity', () => {
  it('is a total order: antisymmetric, transitive, and no two rules are equal', async () => {
    await fc.assert(
      fc.asyncProperty(ruleList, async list => {
        const { rules } = await soundPolicy(list)
        for (const a of rules) {
          for (const b of rules) {
            expect(Math.sign(compareRules(a, b)) + Math.sign(compareRules(b, a))).toBe(0)
            if (a !== b) expect(compareRules(a, b)).not.toBe(0)
            for (const c of rules) {
              if (compareRules(a, b) < 0 && compareRules(b, c) < 0) expect(compareRules(a, c)).toBeLessThan(0)
            }
          }
        }
      }),
    )
  })

  it('does not depend on the order of the rules in the file', async () => {
    const shuffled = ruleList.chain(list =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    await fc.assert(
      fc.asyncProperty(shuffled, call, scope, async ([list, other], asked, where) => {
        const decision = createGate(await soundPolicy(list)).decide(asked, where)
        expect(createGate(await soundPolicy(other)).decide(asked, where)).toEqual(decision)
      }),
    )
  })
})

describe('explain', () => {
  it('says what the gate says, and names every other rule with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(ruleList, call, scope, async (list, asked, where) => {
        const policy = await soundPolicy(list)
        const { decision, rule, reason } = createGate(policy).decide(asked, where)
        const explained = explain(policy, asked, where)
        expect(explained).toMatchObject({ decision, reason })
        expect(explained.rule?.name).toBe(rule?.name)
        const named = [...explained.losing.map(({ name }) => name), ...(explained.rule ? [explained.rule.name] : [])]
        expect(named.toSorted()).toEqual(list.map(({ name }) => name).toSorted())
        expect(explained.losing.every(({ why }) => why.length > 10)).toBe(true)
      }),
    )
  })
})

describe('lint', () => {
  it('never says of a rule that decides about a call that it never decides', async () => {
    const tools = ['issue_refund', 'send_email', 'readFile', 'Skill', 'unknown'].map(name => ({
      name,
      input_schema: {},
    }))
    await fc.assert(
      fc.asyncProperty(ruleList, call, scope, async (list, asked, where) => {
        const policy = await soundPolicy(list)
        const { rule } = createGate(policy).decide(asked, where)
        const dead = lintPolicy(policy, tools)
          .filter(({ code }) => /SHADOWED|CONTRADICTION|UNREACHABLE|UNKNOWN_TOOL/.test(code))
          .map(({ message }) => message)
        if (rule) expect(dead.filter(message => message.startsWith(`Rule \`${rule.name}\``))).toEqual([])
      }),
    )
  })
})
