import type { Scope } from '../../core/rule.ts'
import type { Policy } from '../policy.ts'

/** Tenants and environments that some rule names, and one that none does. */
export interface ScopeClasses {
  tenants: string[]
  environments: string[]
  all: Scope[]
}

/** Stands for every name that no rule has; a blank can't be part of one. */
const ANY_OTHER = ' '

/** Scopes that the rules of these policies can tell apart, one of each kind. */
export function scopeClasses(policies: readonly (Policy | undefined)[]): ScopeClasses {
  const scopes = policies.flatMap(policy => (policy?.kind === 'sound' ? policy.rules.map(({ scope }) => scope) : []))
  const named = (of: 'tenant' | 'environment'): string[] =>
    [...new Set(scopes.map(scope => scope[of]))].filter(name => name !== '*').sort()
  const tenants = [ANY_OTHER, ...named('tenant')]
  const environments = [ANY_OTHER, ...named('environment')]
  const all = tenants.flatMap(tenant => environments.map(environment => ({ tenant, environment })))
  return { tenants, environments, all }
}

/** A set of scopes as rules write them. */
export interface NamedScope {
  scope: string
  /** Scopes inside that one that don't belong to the set. */
  except: string[]
}

/** A few names that together tell exactly these scopes; wide ones first. */
export function nameScopes(at: readonly Scope[], { tenants, environments }: Omit<ScopeClasses, 'all'>): NamedScope[] {
  let left = [...at]
  const named: NamedScope[] = []
  const take = (tenant: string, environment: string): void => {
    if (!has(left, { tenant, environment })) return
    const within = product(
      tenant === ANY_OTHER ? tenants : [tenant],
      environment === ANY_OTHER ? environments : [environment],
    )
    const missing = within.filter(scope => !has(at, scope))
    const except = nameScopes(missing, { tenants, environments }).map(({ scope }) => scope)
    const told = within.filter(scope => !except.some(name => nameReaches(name, scope)))
    named.push({ scope: textOf({ tenant, environment }), except })
    left = left.filter(scope => !has(told, scope))
  }
  take(ANY_OTHER, ANY_OTHER)
  for (const environment of environments) take(ANY_OTHER, environment)
  for (const tenant of tenants) take(tenant, ANY_OTHER)
  for (const { tenant, environment } of left) take(tenant, environment)
  return named
}

function nameReaches(name: string, { tenant, environment }: Scope): boolean {
  const [ofTenant, ofEnvironment] = name.split('/')
  return [tenant, '*'].includes(ofTenant ?? '') && [environment, '*'].includes(ofEnvironment ?? '')
}

function has(scopes: readonly Scope[], { tenant, environment }: Scope): boolean {
  return scopes.some(scope => scope.tenant === tenant && scope.environment === environment)
}

function product(tenants: readonly string[], environments: readonly string[]): Scope[] {
  return tenants.flatMap(tenant => environments.map(environment => ({ tenant, environment })))
}

function textOf({ tenant, environment }: Scope): string {
  const segment = (name: string): string => (name === ANY_OTHER ? '*' : name)
  return `${segment(tenant)}/${segment(environment)}`
}
