import type { Pending } from '../core/approval.ts'
import { approvalText } from './approval-text.ts'
import { styled } from './style.ts'
import { widthOf, wrapped } from './text-width.ts'

/** A request that waits, whole, and the commands that answer it. */
export function pendingText(request: Pending, stream: NodeJS.WriteStream): string {
  const { id } = request
  if (request.kind === 'question') {
    return [...questionLines(request.question, stream), command('answer ', `answer ${id} "…"`, stream)].join('\n')
  }
  return [
    approvalText(request, stream),
    command('approve', `approve ${id}`, stream),
    command('deny   ', `deny ${id} --reason "…"`, stream),
  ].join('\n')
}

type Question = Extract<Pending, { kind: 'question' }>['question']

function questionLines({ text, choices = [] }: Question, stream: NodeJS.WriteStream): string[] {
  const [first = '', ...rest] = wrapped(text, widthOf(stream) - 2)
  const lines = [`${styled('yellow', '?', stream)} ${styled('bold', first, stream)}`, ...rest.map(line => `  ${line}`)]
  return [...lines, ...choices.flatMap(choice => wrapped(choice, widthOf(stream) - 6).map(line => `    ${line}`))]
}

function command(label: string, words: string, stream: NodeJS.WriteStream): string {
  return `  ${styled('gray', label, stream)}  loopengine approvals ${words}`
}
