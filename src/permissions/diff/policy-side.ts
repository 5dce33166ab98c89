import type { Policy } from '../policy.ts'

/** One side of a comparison. `policy` undefined: there is no such agent. */
export interface PolicySide {
  policy: Policy | undefined
  /** Names of the agent's tools. */
  tools: readonly string[]
  /** False when there may be more. */
  complete: boolean
}
