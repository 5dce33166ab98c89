import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'

function explain(root: string, args: string[]) {
  return cli(['permissions', 'explain', 'shop', ...args], { cwd: root })
}

describe('permissions explain', () => {
  it.each([
    [0, 'allow', ['lookup_order']],
    [3, 'ask', ['issue_refund']],
    [4, 'deny', ['delete_account']],
    [0, 'allow', ['issue_refund', '--environment', 'development']],
  ])('ends with %i for %s (%j)', async (code, decision, args) => {
    const { root } = shop()
    const people = await explain(root, args)
    expect(people.code).toBe(code)
    expect(people.stdout).toMatch(new RegExp(`^${decision} {2}${args[0]} for tenant default in `))
    const json = await explain(root, [...args, '--json'])
    expect(json.code).toBe(code)
    expect(JSON.parse(json.stdout)).toMatchObject({ decision, reason: expect.any(String), losing: expect.any(Array) })
  })

  it('names the rule, its place, and why the others lost', async () => {
    const { stdout } = await explain(shop().root, ['issue_refund', '--environment', 'development', '--json'])
    const { rule, losing } = JSON.parse(stdout)
    expect(rule).toEqual({ name: 'refunds-tried', file: 'agents/shop/actauth.yml', line: 6 })
    expect(losing).toContainEqual({
      name: 'refunds',
      line: 5,
      decision: 'ask',
      why: expect.stringContaining('refunds-tried'),
    })
  })

  it('names no rule when the default decided', async () => {
    const { stdout } = await explain(shop().root, ['delete_account', '--json'])
    expect(JSON.parse(stdout).rule).toBeNull()
  })

  it('says that there is no such tool, and asks the rules all the same', async () => {
    const { code, stderr } = await explain(shop().root, ['no_such_tool'])
    expect(code).toBe(4)
    expect(stderr).toContain('Agent `shop` has no tool `no_such_tool`')
  })

  it('ends with 1 for a file that can not be read, with place and caret', async () => {
    const { root } = shop({ 'agents/shop/actauth.yml': 'default_decision: maybe\n' })
    const { code, stdout, stderr } = await explain(root, ['lookup_order'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/actauth\.yml:1:19 error ACTAUTH_\w+/)
    expect(stderr).toMatch(/\n {2}1 \| default_decision: maybe\n {4}\| {19}\^+\n/)
    const json = JSON.parse((await explain(root, ['lookup_order', '--json'])).stdout)
    expect(json.error).toMatchObject({ code: 'invalid_rules', file: 'agents/shop/actauth.yml', line: 1, column: 19 })
  })

  it.each([
    ['arguments that are no object', ['lookup_order', '--args', '[]'], 'invalid_value'],
    ['no tool', [], 'missing_argument'],
  ])('ends with 2 for %s', async (_what, args, error) => {
    const { code, stdout } = await explain(shop().root, [...args, '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error.code).toBe(error)
  })
})
