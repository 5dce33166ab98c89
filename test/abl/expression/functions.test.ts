import { describe, expect, it } from 'vitest'
import { evaluateExpression, FUNCTION_NAMES, type RunOptions } from '../../../src/abl/index.ts'

const options: RunOptions = {
  now: () => new Date('2026-03-01T09:05:07.123Z'),
  uniqueId: length => 'x'.repeat(length),
}

async function evaluated(source: string): Promise<unknown> {
  const parameters = {
    list: [
      { id: 1, at: { city: 'Rome' } },
      { id: 2, at: { city: 'Oslo' } },
    ],
    text: 'Hello',
    none: null,
  }
  const evaluation = await evaluateExpression(source, { parameters }, options)
  return evaluation.ok ? evaluation.value : evaluation.error.message
}

const CASES: readonly [string, unknown][] = [
  ['ADD(1, "2", 3)', 6],
  ['SUB(5, 7)', -2],
  ['MUL(2, 3, 4)', 24],
  ['DIV(9, 2)', 4.5],
  ['DIV(1, 0)', null],
  ['ROUND(2.5)', 3],
  ['ROUND(-2.5)', -3],
  ['ROUND(1.005, 2)', 1.01],
  ['ROUND(1e-9, 2)', '`e` is not expected here.'],
  ['ROUND(-0.2)', 0],
  ['ABS(-3)', 3],
  ['MIN(3, 1, 2)', 1],
  ['MAX([3, 9, 2])', 9],
  ['MAX([])', null],
  ['UPPER(text)', 'HELLO'],
  ['LOWER(text)', 'hello'],
  ['TRIM("  a ")', 'a'],
  ['SUBSTRING(text, 1, 3)', 'el'],
  ['SUBSTRING(text, 3)', 'lo'],
  ['REPLACE("a.b.c", ".", "$&")', 'a$&b$&c'],
  ['REPLACE(text, "", "x")', 'Hello'],
  ['SPLIT("a,b", ",")', ['a', 'b']],
  ['SPLIT("ab", "")', ['a', 'b']],
  ['JOIN([1, "b", null], "-")', '1-b-'],
  ['JOIN([1, 2])', '1, 2'],
  ['PAD_START(7, 3, "0")', '007'],
  ['PAD_END("a", 3, ".")', 'a..'],
  ['REPEAT("ab", 3)', 'ababab'],
  ['MASK("1234567890")', '******7890'],
  ['MASK("1234567890", "first4")', '1234******'],
  ['MASK("1234567890", "2*3")', '12*****890'],
  ['MASK("123", "last4")', '***'],
  ['MASK("1234", "2*2")', '****'],
  ['MASK("a", "all")', '`all` is no pattern of MASK. Write last4, first4 or 2*4.'],
  ['FORMAT_CURRENCY(1234.5)', '$1,234.50'],
  ['FORMAT_CURRENCY(1234.5, "EUR", "de-DE")', '1.234,50\u00a0€'],
  ['FORMAT_CURRENCY(1, "money")', 'FORMAT_CURRENCY knows no currency `money` or no locale `en-US`.'],
  ['FORMAT_DATE("2026-03-01")', '2026-03-01'],
  ['FORMAT_DATE("2026-03-01T15:04:05Z", "dddd, D MMMM YY, h:mm A [UTC]")', 'Sunday, 1 March 26, 3:04 PM UTC'],
  ['FORMAT_DATE(NOW(), "HH:mm:ss.SSS")', '09:05:07.123'],
  ['FORMAT_DATE("2026-02-30")', null],
  ['FORMAT_DATE(none)', null],
  ['ORDINAL(1)', '1st'],
  ['ORDINAL(12)', '12th'],
  ['ORDINAL(103)', '103rd'],
  ['ORDINAL(22)', '22nd'],
  ['IS_ARRAY(list)', true],
  ['IS_NUMBER("5")', false],
  ['IS_NUMBER(5)', true],
  ['IS_STRING(text)', true],
  ['TO_NUMBER(" 4.5 ")', 4.5],
  ['TO_NUMBER("4,5")', null],
  ['TO_NUMBER(true)', 1],
  ['TO_STRING({a: [1]})', '{"a":[1]}'],
  ['TO_STRING(none)', ''],
  ['LENGTH(list)', 2],
  ['LENGTH(text)', 5],
  ['LENGTH({a: 1})', 1],
  ['LENGTH(none)', 0],
  ['ARRAY_FIND(list, "at.city", "Oslo").id', 2],
  ['ARRAY_FIND([1, 2], 3)', null],
  ['ARRAY_FIND_INDEX([4, "5"], 5)', 1],
  ['ARRAY_FIND_INDEX(list, "id", 9)', -1],
  ['OBJECT_KEYS({b: 1, a: 2})', ['b', 'a']],
  ['OBJECT_VALUES({b: 1, a: 2})', [1, 2]],
  ['OBJECT_VALUES(text)', 'An object was expected.'],
  ['OBJECT_MERGE({a: 1, b: 1}, none, {b: 2})', { a: 1, b: 2 }],
  ['COALESCE(none, 0, 1)', 0],
  ['COALESCE(none, false, 1)', false],
  ['COALESCE(none)', null],
  ['NOW()', '2026-03-01T09:05:07.123Z'],
  ['UNIQUE_ID()', 'xxxxxx'],
  ['UNIQUE_ID(3)', 'xxx'],
  ['UNIQUE_ID(1000)', 'UNIQUE_ID makes 1 to 64 characters.'],
  ['ADD("a", 1)', 'Argument 1 must be a number.'],
  ['SUBSTRING(text, -1)', 'Argument 2 must be a whole number of at least 0.'],
  ['JOIN(text)', 'Argument 1 must be a list.'],
]

describe('functions', () => {
  it.each(CASES)('%s is %j', async (source, value) => {
    expect(await evaluated(source)).toEqual(value)
  })

  it('are thirty-six, each with a case', () => {
    expect(FUNCTION_NAMES).toHaveLength(36)
    const tried = new Set(CASES.map(([source]) => /^\w+/.exec(source)?.[0]))
    expect(FUNCTION_NAMES.filter(name => !tried.has(name))).toEqual([])
  })

  it('make other identifiers each time', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => evaluateExpression('UNIQUE_ID(12)', {})))
    const texts = new Set(ids.map(id => id.ok && id.value))
    expect(texts.size).toBe(50)
    expect([...texts].every(text => /^[a-z0-9]{12}$/.test(String(text)))).toBe(true)
  })

  it('never touch what they are given', async () => {
    const given = Object.freeze({ list: Object.freeze([Object.freeze({ a: 1 })]) })
    const evaluation = await evaluateExpression('OBJECT_MERGE(list[0], {a: 2})', { parameters: given })
    expect(evaluation).toMatchObject({ value: { a: 2 } })
    expect(given).toEqual({ list: [{ a: 1 }] })
  })
})
