import type { ApprovalAnswer, Approver } from '../core/approval.ts'

/** What the person in a test says. What is not foreseen is answered by nobody: the turn then ends `pending`. */
export interface GivenAnswers {
  /** By tool name: `true` approves, `false` or a reason refuses, or a whole answer. */
  approvals?: Record<string, boolean | string | ApprovalAnswer>
  /** Answers to questions, in the order asked. */
  questions?: string[]
}

/** An approver that answers from a list. */
export function answers({ approvals = {}, questions = [] }: GivenAnswers = {}): Approver {
  const left = [...questions]
  return {
    approve: async ({ call }) => toAnswer(Object.hasOwn(approvals, call.name) ? approvals[call.name] : undefined),
    answer: async () => {
      const text = left.shift()
      return text === undefined ? { kind: 'unavailable' } : { kind: 'answer', text }
    },
  }
}

function toAnswer(given: boolean | string | ApprovalAnswer | undefined): ApprovalAnswer {
  if (given === undefined) return { kind: 'unavailable' }
  if (typeof given === 'string') return { kind: 'deny', reason: given }
  if (typeof given === 'object') return given
  return given ? { kind: 'approve' } : { kind: 'deny' }
}
