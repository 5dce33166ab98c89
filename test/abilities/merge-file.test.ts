import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeFile } from '../../src/abilities/merge-file.ts'
import { mergeRule } from '../../src/abilities/merge-rule.ts'
import type { Rule } from '../../src/core/rule.ts'

const LABELS = { yours: 'yours', theirs: 'x 2.0.0' }
const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text))
const text = (content: Uint8Array) => Buffer.from(content).toString()

async function merged(base?: string, yours?: string, theirs?: string): Promise<string> {
  const merge = await mergeFile({ base: bytes(base), yours: bytes(yours), theirs: bytes(theirs) }, LABELS)
  if (merge.kind === 'write') return text(merge.bytes)
  return merge.kind === 'conflict' ? `conflict ${text(merge.marked)}` : merge.kind
}

describe('three states of a file', () => {
  it.each([
    ['the author changed nothing', 'a\n', 'mine\n', 'a\n', 'keep'],
    ['both made the same change', 'a\n', 'b\n', 'b\n', 'keep'],
    ['only the author changed it', 'a\n', 'a\n', 'b\n', 'b\n'],
    ['it is new', undefined, undefined, 'b\n', 'b\n'],
    ['it is dropped', 'a\n', 'a\n', undefined, 'remove'],
    ['it is dropped and was removed', 'a\n', undefined, undefined, 'keep'],
    ['it is dropped and was changed', 'a\n', 'b\n', undefined, 'clash'],
    ['it was removed and is changed', 'a\n', undefined, 'b\n', 'clash'],
    ['different lines changed', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['the end of the last line is missing', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['the same line changed', 'a\n', 'b\n', 'c\n', 'conflict <<<<<<< yours\nb\n=======\nc\n>>>>>>> x 2.0.0\n'],
  ])('%s', async (_, base, yours, theirs, wanted) => {
    expect(await merged(base, yours, theirs)).toBe(wanted)
  })

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '}', '  x'), { maxLength: 8 }).map(list => list.join('\n'))

  it('never lose a side that alone has changes', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (base, changed) => {
        const other = base === changed ? 'keep' : changed
        expect(await merged(base, base, changed)).toBe(other)
        expect(await merged(base, changed, base)).toBe('keep')
      }),
    )
  })

  it('give a conflict from which either side can be taken whole', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, lines, async (base, yours, theirs) => {
        const merge = await mergeFile({ base: bytes(base), yours: bytes(yours), theirs: bytes(theirs) }, LABELS)
        if (merge.kind !== 'conflict') return
        const marked = text(merge.marked)
        expect(marked.match(/^<{7} yours$/gm)?.length).toBe(marked.match(/^>{7} x 2\.0\.0$/gm)?.length)
      }),
    )
  })
})

describe('three states of a rule', () => {
  const rule = (changes: Partial<Rule> = {}): Rule => ({
    name: 'r',
    scope: '*/*',
    tool: 't',
    decision: 'ask',
    ...changes,
  })
  const small = [{ field: 'amount', op: 'lte', value: 5 } as const]

  it('are merged field by field', () => {
    expect(mergeRule(rule(), rule({ scope: 'a/*' }), rule({ decision: 'allow' }))).toEqual({
      kind: 'change',
      rule: rule({ scope: 'a/*', decision: 'allow' }),
    })
    expect(mergeRule(rule({ when: small }), rule({ when: small, scope: 'a/*' }), rule())).toEqual({
      kind: 'change',
      rule: rule({ scope: 'a/*' }),
    })
  })

  it('are a conflict when both changed one field', () => {
    expect(mergeRule(rule(), rule({ decision: 'deny' }), rule({ decision: 'allow' })).kind).toBe('conflict')
    expect(mergeRule(rule(), undefined, rule({ decision: 'allow' })).kind).toBe('conflict')
    expect(mergeRule(rule(), rule({ decision: 'deny' }), undefined).kind).toBe('conflict')
  })

  it('add, drop and keep', () => {
    expect(mergeRule(undefined, undefined, rule()).kind).toBe('add')
    expect(mergeRule(rule(), rule(), undefined).kind).toBe('drop')
    expect(mergeRule(rule(), undefined, undefined).kind).toBe('keep')
    expect(mergeRule(rule(), rule({ decision: 'deny' }), rule()).kind).toBe('keep')
    expect(mergeRule(rule(), undefined, rule()).kind).toBe('keep')
  })
})
