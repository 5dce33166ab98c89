import type { BindingSpec } from '../../../abl/index.ts'

/**
 * The consent that a tool needs before it signs in for a person (`consent:` of an http tool); undefined when it needs
 * none. With `preflight` it is asked for before the first turn, and where nobody did so at the call.
 */
export function authConsentScope({ name, binding }: { name: string; binding?: BindingSpec }): string | undefined {
  if (binding?.type !== 'http' || !binding.consent) return undefined
  return `auth:${binding.authProfile ?? binding.authConfig?.provider ?? name}`
}

/** What the person is told of it. */
export function authConsentReason(name: string, scope: string): string {
  return `The tool \`${name}\` wants to sign in for you (${scope.replace(/^auth:/, '')}).`
}

/** The same when it is to be asked for before the first turn. */
export function preflightConsent(tool: {
  name: string
  binding?: BindingSpec
}): { scope: string; reason: string } | undefined {
  const scope = authConsentScope(tool)
  if (scope === undefined || tool.binding?.type !== 'http' || tool.binding.consent !== 'preflight') return undefined
  return { scope, reason: authConsentReason(tool.name, scope) }
}
