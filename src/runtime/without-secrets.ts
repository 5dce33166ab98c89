import type { Agent } from '../core/agent.ts'
import type { Approver } from '../core/approval.ts'
import { maskSecrets, type SecretMask } from '../tools/bindings/mask-secrets.ts'

export type Masked = <T>(value: T) => T

/**
 * Takes the secrets of the agent's project out of what is shown or kept: a declared tool gets some of them as arguments
 * (`source: config`). Looked up at each use, as they may change.
 */
export function withoutSecrets(agent: Agent): Masked {
  let known: { secrets: string; mask: SecretMask } | undefined
  return value => {
    const secrets = agent.projectSecrets?.() ?? []
    if (secrets.length === 0) return value
    const joined = secrets.join('\n')
    if (known?.secrets !== joined) known = { secrets: joined, mask: maskSecrets(secrets) }
    return known.mask.value(value) as typeof value
  }
}

/** Asks a person about a call as it may be shown. What they change is prepared again, and gets the secrets back. */
export function maskedApprover(approver: Approver, masked: Masked): Approver {
  return {
    approve: (request, signal) => approver.approve(masked(request), signal),
    answer: (request, signal) => approver.answer(masked(request), signal),
  }
}
