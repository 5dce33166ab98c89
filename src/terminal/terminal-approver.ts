import type { ApprovalAnswer, ApprovalRequest, Approver, QuestionAnswer, QuestionRequest } from '../core/approval.ts'
import { describeArgument } from './describe-argument.ts'
import { discardTyped } from './discard-typed.ts'
import { styled } from './style.ts'
import { widthOf, wrapped } from './text-width.ts'
import { visible } from './visible.ts'

/** Asks the person at the terminal. `interrupted` is called when they press Ctrl-C instead of answering. */
export function terminalApprover(interrupted: () => void): Approver {
  return {
    approve: (request, signal) => asked(interrupted, () => approve(request, signal)),
    answer: (request, signal) => asked(interrupted, () => answer(request, signal)),
  }
}

async function asked<T>(interrupted: () => void, ask: () => Promise<T>): Promise<T | { kind: 'unavailable' }> {
  try {
    await discardTyped()
    return await ask()
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') interrupted()
    return { kind: 'unavailable' }
  }
}

async function approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
  const { input, select } = await import('@inquirer/prompts')
  process.stdout.write(`\n${approvalText(request, process.stdout)}\n`)
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
  const reason = await input({ message: 'Why not? The model is told (Enter: no reason)' }, { signal })
  return { kind: 'deny', ...(reason.trim() ? { reason: reason.trim() } : {}) }
}

/** The whole call and who wants it approved: what a person must see before they decide. */
export function approvalText({ call, decision }: Pick<ApprovalRequest, 'call' | 'decision'>, out: NodeJS.WriteStream) {
  const width = widthOf(out) - 5
  const title = `${styled('yellow', '!', out)} ${styled('bold', visible(call.name), out)} needs your approval`
  const fields = Object.entries(call.input).flatMap(([name, value]) => describeArgument(name, value, width))
  const reason = wrapped(decision.reason, width + 2).map(line => `  ${styled('gray', line, out)}`)
  return [title, ...fields.map(line => `    ${line}`), ...reason].join('\n')
}

async function answer({ question }: QuestionRequest, signal: AbortSignal): Promise<QuestionAnswer> {
  const { input, select } = await import('@inquirer/prompts')
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
