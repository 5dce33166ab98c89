import type { BindingSpec, Confirmation } from '../../../abl/index.ts'
import type { Demand, DemandFacts } from '../../../core/tool.ts'
import { authConsentReason, authConsentScope } from './auth-consent.ts'
import { type EffectFacts, hasSideEffects } from './side-effects.ts'

export interface DemandingTool extends EffectFacts {
  name: string
  confirmation?: Confirmation
  binding?: BindingSpec
}

type DemandStage = (input: Record<string, unknown>, facts: DemandFacts) => Demand | undefined

/**
 * What a tool demands before it runs; undefined for one that demands nothing. A consent is asked for before a
 * confirmation: who consents to a call has confirmed it.
 */
export function demandOf(tool: DemandingTool): DemandStage | undefined {
  const { name, confirmation } = tool
  const asks =
    confirmation?.require === 'always' || (confirmation?.require === 'when_side_effects' && hasSideEffects(tool))
  const reason = `The tool \`${name}\` wants every call confirmed.`
  const consent = compileConsent(name, confirmation)
  const authScope = authConsentScope(tool)
  if (!asks && !consent && authScope === undefined) return undefined
  return (_input, facts) =>
    together(authConsent(authScope, name, facts), consent?.(facts)) ??
    (asks ? { kind: 'confirmation', reason } : undefined)
}

/** Both consents are one question; a refusal stands before it. */
function together(first: Demand | undefined, second: Demand | undefined): Demand | undefined {
  if (first?.kind === 'refuse' || !second) return first
  if (first?.kind !== 'consent' || second.kind !== 'consent') return second
  const { reason, scopes, remember } = first
  return {
    ...second,
    reason: `${reason} ${second.reason}`,
    scopes: [...scopes, ...second.scopes],
    remember: remember && second.remember,
  }
}

type ConsentStage = (facts: DemandFacts) => Demand | undefined

function compileConsent(name: string, confirmation: Confirmation | undefined): ConsentStage | undefined {
  if (!confirmation) return undefined
  const { consentRequiredIn, consentScope, consentAction, consentFallback } = confirmation
  if (!consentRequiredIn && consentScope.length === 0 && consentAction === undefined) return undefined
  const scopes = consentScope.length > 0 ? consentScope : [consentAction ?? name]
  const action = consentAction === undefined ? {} : { action: consentAction }
  const words = (missing: readonly string[]): string =>
    `The tool \`${name}\` needs consent${consentAction === undefined ? '' : ` to \`${consentAction}\``}: ${missing.join(', ')}.`
  if (consentRequiredIn === 'explicit_prompt') {
    return () => ({ kind: 'consent', reason: words(scopes), scopes, ...action, remember: false })
  }
  return facts => {
    const missing = scopes.filter(scope => !facts.granted(scope))
    if (missing.length === 0) return undefined
    if (consentFallback === 'block') return { kind: 'refuse', code: 'consent_denied', reason: words(missing) }
    return { kind: 'consent', reason: words(missing), scopes: missing, ...action, remember: true }
  }
}

function authConsent(scope: string | undefined, name: string, { granted, refused }: DemandFacts): Demand | undefined {
  if (scope === undefined || granted(scope)) return undefined
  const reason = authConsentReason(name, scope)
  if (refused(scope)) return { kind: 'refuse', code: 'consent_denied', reason: `${reason} The person said no to it.` }
  return { kind: 'consent', reason, scopes: [scope], remember: true }
}
