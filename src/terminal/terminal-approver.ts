import type { ApprovalAnswer, ApprovalRequest, Approver, QuestionAnswer, QuestionRequest } from '../core/approval.ts'
import { styled, visible } from './style.ts'

/** Asks the person at the terminal. `interrupted` is called when they press Ctrl-C instead of answering. */
export function terminalApprover(interrupted: () => void): Approver {
  return {
    approve: (request, signal) => asked(interrupted, () => approve(request, signal)),
    answer: (request, signal) => asked(interrupted, () => answer(request, signal)),
  }
}

async function asked<T>(interrupted: () => void, ask: () => Promise<T>): Promise<T | { kind: 'unavailable' }> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') interrupted()
    return { kind: 'unavailable' }
  }
}

async function approve({ call, decision }: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
  const { input, select } = await import('@inquirer/prompts')
  const out = process.stdout
  out.write(
    `\n${styled('yellow', '?', out)} ${styled('bold', visible(call.name), out)} needs your approval. ${visible(decision.reason)}\n`,
  )
  for (const [name, value] of Object.entries(call.input)) {
    out.write(`    ${visible(name)}: ${visible(JSON.stringify(value))}\n`)
  }
  const choice = await select(
    {
      message: 'Run it?',
      choices: [
        { name: 'Yes, once', value: 'once' },
        { name: 'Yes, and do not ask again in this session', value: 'session' },
        { name: 'No', value: 'deny' },
        { name: 'No, and stop here', value: 'stop' },
      ],
    },
    { signal },
  )
  if (choice === 'once') return { kind: 'approve' }
  if (choice === 'session') return { kind: 'approve', remember: 'session' }
  if (choice === 'stop') return { kind: 'deny', stop: true }
  const reason = await input({ message: 'Why not? (told to the model; empty for no reason)' }, { signal })
  return { kind: 'deny', ...(reason.trim() ? { reason: reason.trim() } : {}) }
}

async function answer({ question }: QuestionRequest, signal: AbortSignal): Promise<QuestionAnswer> {
  const { input, select } = await import('@inquirer/prompts')
  const OTHER = '\u0000other'
  if (question.choices && question.choices.length > 0) {
    const choices = question.choices.map(choice => ({ name: visible(choice), value: choice }))
    const chosen = await select(
      { message: visible(question.text), choices: [...choices, { name: 'Something else…', value: OTHER }] },
      { signal },
    )
    if (chosen !== OTHER) return { kind: 'answer', text: chosen }
  }
  return { kind: 'answer', text: await input({ message: visible(question.text), required: true }, { signal }) }
}
