import { describe, expect, it } from 'vitest'
import { compileExpression, evaluateExpression, holds, type Scope } from '../../../src/abl/index.ts'

const scope: Scope = {
  parameters: {
    amount: 5,
    region: 'EU',
    from: 'USD',
    tags: ['new', 'red'],
    session: 'a parameter',
    note: null,
    flag: 'false',
    empty: [],
    nested: { __proto__x: 1, list: [{ id: 'a' }, { id: 'b' }] },
  },
  session: { customer: { id: 'c1' }, region: 'US', amount: 9, visits: 3 },
  config: name => ({ LIMIT: '100', REGION: 'EU' })[name],
  result: { total: 10, 'odd key': 1 },
  error: { message: 'failed' },
}

async function evaluated(source: string, inside: Scope = scope): Promise<unknown> {
  const evaluation = await evaluateExpression(source, inside)
  return evaluation.ok ? evaluation.value : evaluation.error
}

async function problemsOf(source: string): Promise<string[]> {
  const compiled = await compileExpression(source)
  return compiled.ok ? [] : compiled.problems.map(({ message }) => message)
}

describe('names', () => {
  it.each([
    ['amount', 5],
    ['visits', 3],
    ['session.amount', 9],
    ['session.customer.id', 'c1'],
    ['customer.id', 'c1'],
    ['input.amount', 5],
    ['config.REGION', 'EU'],
    ['result.total', 10],
    ['result["odd key"]', 1],
    ['error.message', 'failed'],
    ['session', 'a parameter'],
    ['nested.list[1].id', 'b'],
    ['nested.list[amount - 5].id', 'a'],
    ['nested.list.length', 2],
    ['nested.nothing.at.all', undefined],
    ['nested.list[9].id', undefined],
    ['region.length', 2],
    ['nobody', undefined],
  ])('%s is %j', async (source, value) => {
    expect(await evaluated(source)).toEqual(value)
  })

  it.each([
    'nested.toString',
    'region.trim',
    'tags.map',
    'nested["__proto__"]',
    'nested["constructor"]',
    'input["hasOwnProperty"]',
  ])('%s leads nowhere', async source => {
    expect(await evaluated(source)).toBeUndefined()
  })

  it.each(['a.__proto__', 'constructor', 'a.b.prototype', '{__proto__: 1}', '{"constructor": 1}'])(
    '%s is refused',
    async source => {
      expect((await problemsOf(source))[0]).toMatch(/is not allowed/)
    },
  )

  it('tells which names of the session had no value', async () => {
    const evaluation = await evaluateExpression('COALESCE(session.gone, nobody.there, input.lost, note, 1)', scope)
    expect(evaluation).toEqual({ ok: true, value: 1, missing: ['session.gone', 'nobody.there', 'input.lost'] })
  })

  it('fails when a variable of the project has no value', async () => {
    expect(await evaluated('config.MISSING == "x"')).toEqual({
      code: 'config_missing',
      message: 'The variable `config.MISSING` has no value.',
    })
  })

  it.each(['config', 'config["A"]', 'LENGTH(config)'])('%s does not reach all variables at once', async source => {
    expect(await problemsOf(source)).toEqual(['`config` must be followed by the name of one variable.'])
  })

  it('lists the names that an expression reads', async () => {
    const compiled = await compileExpression('a.b[c.d] + MAX(session.x, config.Y)')
    expect(compiled.ok && compiled.value.names).toEqual([
      { root: 'a', path: ['b'], at: 0 },
      { root: 'c', path: ['d'], at: 4 },
      { root: 'session', path: ['x'], at: 15 },
      { root: 'config', path: ['Y'], at: 26 },
    ])
  })
})

describe('operators', () => {
  it.each<[string, unknown]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 2 - 3', 5],
    ['7 % 4', 3],
    ['-amount + 1', -4],
    ['1 / 0', null],
    ['1 % 0', null],
    ['amount * 100 >= 500', true],
    ['1 < 2 AND 2 < 3', true],
    ['1 > 2 OR 2 < 3', true],
    ['1 > 2 || 2 > 3 && 1 == 1', false],
    ['!(1 == 1)', false],
    ['NOT note', true],
    ['(NOT amount) == 5', false],
    ['amount IN [1, 5]', true],
    ['amount in [1, 2]', false],
    ['amount NOT IN [1, 2]', true],
    ['"new" IN tags', true],
    ['note IS SET', false],
    ['note IS NOT SET', true],
    ['amount IS SET', true],
    ['amount is_number', true],
    ['"4.5" is_number', true],
    ['region is_number', false],
    ['tags contains "red"', true],
    ['region contains "E"', true],
    ['nested contains "list"', true],
    ['amount contains 5', false],
    ['region startsWith "E"', true],
    ['region endsWith "E"', false],
    ['region.contains("U")', true],
    ['region.matches("^E.$")', true],
    ['region matches "^[a-z]+$"', false],
    ['amount matches "5"', false],
    ['[1, [2, "x"]][1][1]', 'x'],
    ['{a: {b: 2}}.a.b', 2],
    ["'it''s'", "it's"],
    ['"a\\n\\u0041"', 'a\nA'],
    ['true', true],
    ['undefined', undefined],
    ['null', null],
  ])('%s is %j', async (source, value) => {
    expect(await evaluated(source)).toEqual(value)
  })

  it.each<[string, boolean]>([
    ['null == undefined', true],
    ['note == nobody', true],
    ['null != 0', true],
    ['null == false', false],
    ['"5" == 5', true],
    ['"5.0" == 5', true],
    ['"x" == 5', false],
    ['"a" == "A"', false],
    ['[1, "2"] == [1, 2]', true],
    ['[1] == [1, 2]', false],
    ['{a: 1, b: 2} == {b: 2, a: 1}', true],
    ['{a: 1} == {b: 1}', false],
    ['true == 1', false],
  ])('equality: %s is %s', async (source, value) => {
    expect(await evaluated(source)).toBe(value)
  })

  it.each<[string, boolean]>([
    ['"10" > "9"', true],
    ['"2026-03-01" < "2026-12-01"', true],
    ['"b" > "a"', true],
    ['true > 0', true],
    ['tags > 1', true],
    ['nobody < 1', true],
    ['note >= 0', true],
    ['region > 1', false],
    ['region <= 1', false],
    ['nested < 1', false],
  ])('order: %s is %s', async (source, value) => {
    expect(await evaluated(source)).toBe(value)
  })

  it.each(['flag', 'note', 'empty', '0', '""', '{}', 'nobody', 'false'])('%s counts as false', async source => {
    expect(holds(await evaluateExpression(source, scope))).toBe(false)
    expect(await evaluated(`NOT ${source}`)).toBe(true)
  })

  it.each(['region', 'amount', 'tags', '-1', '"0"', '{a: 1}'])('%s counts as true', async source => {
    expect(holds(await evaluateExpression(source, scope))).toBe(true)
  })

  it.each([
    ['region + 1', '`+` needs numbers, not a text. Use TO_NUMBER.'],
    ['1 - tags', '`-` needs numbers, not a list.'],
    ['note * 2', '`*` needs numbers, not nothing.'],
    ['-region', '`-` needs numbers, not a text. Use TO_NUMBER.'],
    ['nested / 2', '`/` needs numbers, not a object.'],
    [`${'9'.repeat(300)} * ${'9'.repeat(300)}`, 'The result of a calculation is too large.'],
  ])('%s is an error', async (source, message) => {
    expect(await evaluated(source)).toEqual({ code: 'evaluation_error', message })
  })
})

describe('mistakes', () => {
  it.each([
    ['', 'The expression ends too early.'],
    ['a ==', 'The expression ends too early.'],
    ['a == b == c', 'A comparison cannot be compared again with `==`.'],
    ['a b', '`b` is not expected here.'],
    ['a = b', '`=` has no meaning here.'],
    ['a & b', '`&` has no meaning here.'],
    ['a ? b : c', '`?` has no meaning here.'],
    ['(a', 'The expression ends too early.'],
    ['[a', 'The expression ends too early.'],
    ['f(a', 'The expression ends too early.'],
    ['"open', 'The quote `"` is never closed.'],
    ['"\\d"', '`\\d` is no escape.'],
    ['a IS b', '`b` is not expected here.'],
    ['a.trim()', 'There is no method `trim`.'],
    ['a.5', '`5` is not expected here.'],
    ['FETCH("x")', 'There is no function `FETCH`.'],
    ['UPPER()', '`UPPER` takes 1 argument, not 0.'],
    ['DIV(1, 2, 3)', '`DIV` takes 2 arguments, not 3.'],
    ['ROUND(1, 2, 3)', '`ROUND` takes 1 to 2 arguments, not 3.'],
    ['@index', '`@index` is not expected here.'],
    ['😀', '`😀` has no meaning here.'],
    ['a; b', '`;` has no meaning here.'],
    ['`x`', '``` has no meaning here.'],
    ['=> 1', '`=` has no meaning here.'],
  ])('%j: %s', async (source, message) => {
    expect((await problemsOf(source))[0]).toBe(message)
    expect(await evaluated(source)).toMatchObject({ code: 'evaluation_error' })
  })

  it.each([
    ['a and b', 'write AND'],
    ['not a', 'write NOT'],
    ['a = 1', 'compare with `==`'],
    ['UPER(a)', 'did you mean `UPPER`?'],
  ])('%s: offers a way out', async (source, hint) => {
    const compiled = await compileExpression(source)
    expect(!compiled.ok && compiled.problems[0]).toMatchObject({ hint })
  })
})
