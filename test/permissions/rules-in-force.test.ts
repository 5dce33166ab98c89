import { expect, it } from 'vitest'
import { readActauth } from '../../src/permissions/read-actauth.ts'
import { rulesInForce } from '../../src/permissions/rules-in-force.ts'
import { DEVELOPMENT, file, PRODUCTION, policyOf, rule, SOURCE } from './builders.ts'

it('lists the rules that reach a scope, most specific first', async () => {
  const policy = await policyOf(
    file(
      'deny',
      rule({ name: 'all', tool: '*' }),
      rule({ name: 'production', scope: '*/production' }),
      rule({ name: 'exact' }),
      rule({ name: 'other-agent', scope: '*/*/twin' }),
    ),
  )
  expect(rulesInForce(policy, PRODUCTION).map(({ name }) => name)).toEqual(['production', 'exact', 'all'])
  expect(rulesInForce(policy, DEVELOPMENT).map(({ name }) => name)).toEqual(['exact', 'all'])
})

it('has none in a broken file', async () => {
  const { policy } = await readActauth('rules: 1\n', SOURCE)
  expect(rulesInForce(policy, PRODUCTION)).toEqual([])
})
