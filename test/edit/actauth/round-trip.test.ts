import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../src/core/rule.ts'
import { addRule } from '../../../src/edit/actauth/add-rule.ts'
import { removeRule } from '../../../src/edit/actauth/remove-rule.ts'
import type { RuleEntry } from '../../../src/edit/actauth/rule-text.ts'
import { setRule } from '../../../src/edit/actauth/set-rule.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'
import { actauthFile } from './file-shapes.ts'

const condition: fc.Arbitrary<Condition> = fc.record({
  field: fc.constantFrom('amount', 'a.b', 'on', '1'),
  op: fc.constantFrom('eq' as const, 'gt' as const, 'in' as const),
  value: fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 })),
})

const rule: fc.Arbitrary<RuleEntry> = fc.record(
  {
    name: fc.string({ minLength: 1 }).map(name => `new ${name}`),
    scope: fc.constantFrom('*/*', 'acme/production', '*/*/x'),
    tool: fc.constantFrom('send_sms', 'github_*', '*_delete'),
    decision: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
    when: fc.oneof(condition, fc.array(condition, { minLength: 1, maxLength: 2 })),
  },
  { requiredKeys: ['name', 'scope', 'tool', 'decision'] },
)

describe('adding a rule and removing it again', () => {
  it('gives back the first bytes, whatever the style', () => {
    fc.assert(
      fc.property(actauthFile, rule, (text, entry) => {
        const added = addRule(Buffer.from(text), entry)
        if (added.outcome !== 'edit') throw new Error(JSON.stringify(added))
        expect(removeRule(Buffer.from(added.text), entry.name)).toEqual({ outcome: 'edit', text })
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('adds nothing the second time, and sets nothing', () => {
    fc.assert(
      fc.property(actauthFile, rule, (text, entry) => {
        const added = addRule(Buffer.from(text), entry)
        if (added.outcome !== 'edit') throw new Error(JSON.stringify(added))
        expect(addRule(Buffer.from(added.text), entry)).toEqual({ outcome: 'noop' })
        expect(setRule(Buffer.from(added.text), entry)).toEqual({ outcome: 'noop' })
      }),
      { numRuns: PROPERTY_RUNS / 4 },
    )
  })

  it('sets a rule to another and back without changing the rest', () => {
    fc.assert(
      fc.property(actauthFile, rule, rule, (text, first, second) => {
        const added = addRule(Buffer.from(text), first)
        if (added.outcome !== 'edit') throw new Error(JSON.stringify(added))
        const changed = setRule(Buffer.from(added.text), { ...second, name: first.name })
        if (changed.outcome === 'refuse') throw new Error(JSON.stringify(changed))
        const now = changed.outcome === 'edit' ? changed.text : added.text
        const back = setRule(Buffer.from(now), first)
        if (back.outcome === 'refuse') throw new Error(JSON.stringify(back))
        expect(removeRule(Buffer.from(now), first.name)).toEqual({ outcome: 'edit', text })
      }),
      { numRuns: PROPERTY_RUNS / 4 },
    )
  })
})
