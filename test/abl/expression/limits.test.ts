import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression, evaluateExpression, type Scope } from '../../../src/abl/index.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'

async function outcome(source: string, scope: Scope = {}): Promise<unknown> {
  const evaluation = await evaluateExpression(source, scope)
  return evaluation.ok ? evaluation.value : evaluation.error.message
}

describe('limits of expressions', () => {
  it.each([
    ['brackets', `${'('.repeat(10_000)}1`],
    ['signs', `${'-'.repeat(9_000)}1`],
    ['negations', `${'NOT '.repeat(2_000)}1`],
    ['lists', '['.repeat(9_000)],
    ['objects', '{a: '.repeat(2_000)],
    ['calls', 'ABS('.repeat(2_000)],
    ['indexes', `a${'[a'.repeat(4_000)}`],
    ['methods', `a${'.contains(a'.repeat(800)}`],
  ])('%s nested without end are refused', async (_, source) => {
    const compiled = await compileExpression(source)
    expect(!compiled.ok && compiled.problems.at(-1)?.message).toMatch(/at most (?:32 deep|10000 characters)/)
  })

  it.each([
    ['sums', Array.from({ length: 4_000 }, () => '1').join('+'), 4_000],
    ['choices', Array.from({ length: 2_000 }, () => '0').join(' OR '), false],
    ['members', `a${'.b'.repeat(4_900)}`, undefined],
  ])('long %s need no stack', async (_, source, value) => {
    expect(await outcome(source)).toBe(value)
  })

  it('refuses an expression that is too long', async () => {
    expect(await outcome('1+'.repeat(60_000))).toBe('An expression has at most 10000 characters.')
  })

  it.each([
    'REPEAT("x", 1000000)',
    'PAD_START("x", 1000000)',
    'REPLACE(REPEAT("x", 90000), "x", "xxx")',
    'JOIN(SPLIT(REPEAT("x", 90000), ""), "--")',
    'TO_STRING(big)',
  ])('%s makes no text without end', async source => {
    const big = Array.from({ length: 200_000 }, (_, index) => index)
    expect(await outcome(source, { parameters: { big } })).toBe('A text may have at most 100000 characters.')
  })

  it('ends an evaluation whose time is over', async () => {
    const list = Array.from({ length: 3_000 }, (_, index) => ({ a: index, b: [index, index] }))
    const conditions = Array.from({ length: 200 }, () => 'list == other').join(' AND ')
    const scope = { parameters: { list, other: structuredClone(list) } }
    const evaluation = await evaluateExpression(conditions, scope, { timeLimit: 1 })
    expect(evaluation).toMatchObject({ ok: false, error: { code: 'time_limit' } })
  })

  it('survives values nested deeper than the stack', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const scope = { parameters: { deep, same: [deep] } }
    expect(await outcome('deep == same', scope)).toMatch(/nested too deep|took too long/)
    expect(await outcome('TO_STRING(deep)', scope)).toBe('A value cannot be written as JSON.')
  })

  it.each(['(a+)+$', '(a|a)*b', '(.*)*x', '(?:a?){100}a{100}', '([a-z]+)*=', '(x+x+)+y'])(
    '%s cannot blow up',
    async pattern => {
      const evaluation = await evaluateExpression('text matches pattern', {
        parameters: { text: `${'a'.repeat(9_999)}!`, pattern },
      })
      expect(evaluation.ok || evaluation.error.code).toSatisfy(value => value === true || value === 'evaluation_error')
    },
  )

  it.each([
    ['"([" ', 'is no regular expression that can be used'],
    ['"(?=a)"', 'is no regular expression that can be used'],
    ['REPEAT("a", 201)', 'A pattern may have at most 200 characters.'],
    ['"(?:[a-z]{1,100}){9}"', 'is too large for a text of 10000 characters'],
    ['5', '`matches` needs a pattern in quotes.'],
  ])('the pattern %s is refused', async (pattern, message) => {
    expect(await outcome(`text matches ${pattern}`, { parameters: { text: 'a'.repeat(10_000) } })).toContain(message)
  })

  it('reads no more than 10,000 characters with a pattern', async () => {
    expect(await outcome('text matches "a"', { parameters: { text: 'a'.repeat(10_001) } })).toBe(
      '`matches` reads at most 10000 characters.',
    )
  })

  const words = fc.constantFrom(
    'a',
    'session',
    'config',
    '.',
    'b',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    ',',
    ':',
    '+',
    '-',
    '*',
    '/',
    '%',
    '==',
    '!=',
    '<',
    '>=',
    'AND',
    'OR',
    'NOT',
    'IN',
    'IS',
    'SET',
    'contains',
    'matches',
    '"x"',
    "'y'",
    '1',
    '0.5',
    'null',
    'true',
    'MAX',
    'REPEAT',
    'JOIN',
    'SPLIT',
    'is_number',
    ' ',
  )

  it('any sequence of words is an answer or a problem inside the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 25 }), async parts => {
        const source = parts.join(' ')
        const compiled = await compileExpression(source)
        if (compiled.ok) {
          const evaluation = compiled.value.evaluate({ parameters: { a: { b: [1, 'x'] } }, session: {} })
          expect(evaluation.ok || evaluation.error.message).toBeTruthy()
        } else {
          expect(compiled.problems.every(({ start, end }) => start >= 0 && end >= start && end <= source.length)).toBe(
            true,
          )
        }
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('any text is an answer or a problem', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async source => {
        const evaluation = await evaluateExpression(source, {})
        expect(evaluation.ok || evaluation.error.message).toBeTruthy()
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
})
