import type { BindingSpec } from '../../../abl/index.ts'

/**
 * The consent that a tool needs before it signs in for a person (`consent:` of an http tool); undefined when it needs
 * none. With `preflight` it is asked for before the first turn, and where nobody did so at the call.
 */
export function authConsentScope({ name, binding }: { name: string; binding?: BindingSpec }): string | undefined {
  if (binding?.type !== 'http' || !binding.consent) return undefined
  return `auth:${binding.authProfile ?? binding.authConfig?.provider ?? name}`
}
