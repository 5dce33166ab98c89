import '../../helpers/property-runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameScopes, scopeClasses } from '../../../src/permissions/diff/scope-classes.ts'
import { file, policyOf, rule } from '../builders.ts'

const CLASSES = await scopeClassesOf()

async function scopeClassesOf() {
  const policy = await policyOf(
    file('deny', rule({ name: 'a', scope: 'acme/production' }), rule({ name: 'b', scope: 'zoo/staging' })),
  )
  return scopeClasses([policy, undefined])
}

function reaches(name: string, { tenant, environment }: { tenant: string; environment: string }): boolean {
  const [ofTenant, ofEnvironment] = name.split('/')
  return [tenant, '*'].includes(ofTenant ?? '') && [environment, '*'].includes(ofEnvironment ?? '')
}

describe('the names of a set of scopes', () => {
  it('tell exactly that set', () => {
    fc.assert(
      fc.property(fc.subarray(CLASSES.all), at => {
        const names = nameScopes(at, CLASSES)
        const told = CLASSES.all.filter(scope =>
          names.some(({ scope: name, except }) => reaches(name, scope) && !except.some(one => reaches(one, scope))),
        )
        expect(told).toEqual(CLASSES.all.filter(scope => at.includes(scope)))
      }),
    )
  })

  it('are one word for all of them', () => {
    expect(nameScopes(CLASSES.all, CLASSES)).toEqual([{ scope: '*/*', except: [] }])
  })

  it('name an exception', () => {
    const at = CLASSES.all.filter(({ environment }) => environment !== 'production')
    expect(nameScopes(at, CLASSES)).toEqual([{ scope: '*/*', except: ['*/production'] }])
  })
})
