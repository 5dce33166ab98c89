import type { Approver } from '../core/approval.ts'

/** Approves what `--approve TOOL` or `--approve-all` named on the command line; nobody answers anything else. */
export function flagApprover(tools: readonly string[], all: boolean): Approver {
  return {
    approve: async ({ call }) => (all || tools.includes(call.name) ? { kind: 'approve' } : { kind: 'unavailable' }),
    answer: async () => ({ kind: 'unavailable' }),
  }
}
