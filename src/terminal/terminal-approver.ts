import type { ApprovalAnswer, ApprovalRequest, Approver, QuestionAnswer, QuestionRequest } from '../core/approval.ts'
import { approvalText } from './approval-text.ts'
import { discardTyped } from './discard-typed.ts'
import type { PromptQueue } from './prompt-queue.ts'
import { visible } from './visible.ts'

/** Asks the person at the terminal. `interrupted` is called when they press Ctrl-C instead of answering. */
export function terminalApprover(prompts: PromptQueue, interrupted: () => void): Approver {
  const asked = <T>(ask: () => Promise<T>): Promise<T | { kind: 'unavailable' }> => {
    return prompts.ask(ask).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'ExitPromptError') interrupted()
      return { kind: 'unavailable' }
    })
  }
  return {
    approve: (request, signal) => asked(() => approve(request, signal)),
    answer: (request, signal) => asked(() => answer(request, signal)),
  }
}

async function approve({ call, decision }: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
  const { input, select } = await import('@inquirer/prompts')
  await discardTyped()
  signal.throwIfAborted()
  process.stdout.write(`\n${approvalText({ call, reason: decision.reason }, process.stdout)}\n`)
  const choice = await select(
    {
      message: 'Run it?',
      choices: [
        { name: 'Yes, once', value: 'once' },
        { name: 'Yes, for this session', value: 'session' },
        { name: 'No', value: 'deny' },
        { name: 'No, and stop', value: 'stop' },
      ],
    },
    { signal },
  )
  if (choice === 'once') return { kind: 'approve' }
  if (choice === 'session') return { kind: 'approve', remember: 'session' }
  if (choice === 'stop') return { kind: 'deny', stop: true }
  const reason = await input({ message: 'Why not? The model is told (Enter: no reason)' }, { signal })
  return { kind: 'deny', ...(reason.trim() ? { reason: reason.trim() } : {}) }
}

async function answer({ question }: QuestionRequest, signal: AbortSignal): Promise<QuestionAnswer> {
  const { input, select } = await import('@inquirer/prompts')
  await discardTyped()
  signal.throwIfAborted()
  const message = visible(question.text)
  process.stdout.write('\n')
  if (question.choices && question.choices.length > 0) {
    const choices = question.choices.map((choice, index) => ({ name: visible(choice), value: index }))
    const chosen = await select(
      { message, choices: [...choices, { name: 'Something else…', value: choices.length }] },
      { signal },
    )
    const text = question.choices[chosen]
    if (text !== undefined) return { kind: 'answer', text }
  }
  return { kind: 'answer', text: await input({ message, required: true }, { signal }) }
}
