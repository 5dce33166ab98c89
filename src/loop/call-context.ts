import type { Pending } from '../core/approval.ts'
import { LoopengineError } from '../core/errors.ts'
import type { Question, ToolContext } from '../core/tool.ts'
import { CallClock } from './call-clock.ts'
import { nextRequestId } from './request-id.ts'
import type { AskedQuestion, ReadyCall, TurnOptions } from './turn.ts'

export interface CallContext {
  context: ToolContext
  clock: CallClock
  /** The question that nobody could answer, once there is one: the call is then parked, whatever it returns. */
  waiting(): Pending | undefined
}

/**
 * What a tool sees while it runs. `asked` holds the questions of an earlier start of this call: they are answered from
 * there, in the order asked, so that a parked call can start again from the top.
 */
export function callContext(options: TurnOptions, { call, tool }: ReadyCall, asked: AskedQuestion[]): CallContext {
  const { agent, session, scope, user, signal } = options
  const clock = new CallClock(tool.definition.timeout ?? agent.limits.toolTimeout, signal)
  const earlier = [...asked]
  let waiting: Pending | undefined

  const ask = async (asking: string | Question): Promise<string> => {
    const question = typeof asking === 'string' ? { text: asking } : asking
    const known = earlier.shift()
    if (known?.answer !== undefined) return known.answer
    const resume = clock.pause()
    try {
      const id = known?.id ?? nextRequestId(session)
      const answer = await askPerson(options, { id, callId: call.id, question }, known !== undefined)
      if (answer !== undefined) return answer
      waiting = { id, kind: 'question', callId: call.id, question }
      throw new LoopengineError('nobody_to_ask', 'Nobody is there to answer; the call waits for the answer.')
    } finally {
      resume()
    }
  }

  const context: ToolContext = {
    agent: { name: agent.name, directory: agent.directory },
    session: { id: session.id },
    callId: call.id,
    tenant: scope.tenant,
    environment: scope.environment,
    variables: session.variables,
    signal: clock.signal,
    ask,
    progress: note => options.emit({ type: 'progress', callId: call.id, note }),
    ...(user ? { user } : {}),
  }
  return { context, clock, waiting: () => waiting }
}

async function askPerson(
  options: TurnOptions,
  request: { id: string; callId: string; question: Question },
  recorded: boolean,
): Promise<string | undefined> {
  if (!recorded) await options.record({ type: 'question', ...request })
  options.emit({ type: 'question', ...request })
  const answer = await options.approver.answer(request, options.signal).catch(() => ({ kind: 'unavailable' }) as const)
  if (answer.kind === 'unavailable') return undefined
  await options.record({ type: 'question_answer', id: request.id, text: answer.text })
  return answer.text
}
