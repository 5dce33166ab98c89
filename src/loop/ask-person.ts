import { isDeepStrictEqual } from 'node:util'
import type { ApprovalRequest, GivenAnswer, QuestionRequest } from '../core/approval.ts'
import type { Question } from '../core/tool.ts'
import type { TurnOptions } from './turn.ts'

type Unavailable = { kind: 'unavailable' }

/** A person's decision; anything but a clear yes or no is none. */
export async function askForApproval(
  { approver, signal }: TurnOptions,
  request: ApprovalRequest,
): Promise<GivenAnswer | Unavailable> {
  const answer = await untilAborted(signal, async () => approver?.approve(request, signal))
  return answer?.kind === 'approve' || answer?.kind === 'deny' ? answer : { kind: 'unavailable' }
}

/**
 * A person's answer to a question of a tool, kept before and after; undefined when nobody gave one. `recorded`: an
 * earlier start of the call asked it already. `closed` aborts when the call ends without waiting for the answer.
 */
export async function askPerson(
  options: TurnOptions,
  { recorded, closed, ...request }: QuestionRequest & { recorded: boolean; closed: AbortSignal },
): Promise<string | undefined> {
  const { approver } = options
  if (!approver || options.signal.aborted) return undefined
  if (!recorded) await options.record({ type: 'question', ...request })
  options.emit({ type: 'question', ...request })
  const signal = AbortSignal.any([options.signal, closed])
  const answer = await untilAborted(signal, async () => approver.answer(request, signal))
  if (answer?.kind !== 'answer' || typeof answer.text !== 'string' || signal.aborted) return undefined
  await options.record({ type: 'question_answer', id: request.id, text: answer.text })
  return answer.text
}

export function questionOf(asking: string | Question): Question {
  return typeof asking === 'string' ? { text: asking } : asking
}

export function sameQuestion(one: Question, other: Question): boolean {
  return one.text === other.text && isDeepStrictEqual(one.choices, other.choices)
}

/** Undefined as soon as the signal aborts, or when asking fails: a broken channel neither answers nor holds the turn. */
async function untilAborted<T>(signal: AbortSignal, asking: () => Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return undefined
  let stop = (): void => {}
  const aborted = new Promise<undefined>(resolve => {
    stop = () => resolve(undefined)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([asking(), aborted])
  } catch {
    return undefined
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
