import type { Pending } from '../core/approval.ts'
import { LoopengineError } from '../core/errors.ts'
import type { Question, ToolContext } from '../core/tool.ts'
import { CallClock } from './call-clock.ts'
import { nextRequestId } from './request-id.ts'
import type { AgentRun, AgentRunEnd, AskedQuestion, ReadyCall, TurnOptions } from './turn.ts'

export interface CallContext {
  context: ToolContext
  clock: CallClock
  /** What nobody was there to answer: the call is then parked, whatever it returns. */
  waiting(): Pending[]
}

/**
 * What a tool sees while it runs. `asked` holds the questions of an earlier start of this call: they are answered from
 * there, in the order asked, so that a parked call can start again from the top.
 */
export function callContext(options: TurnOptions, { call, tool }: ReadyCall, asked: AskedQuestion[]): CallContext {
  const { agent, session, scope, user, signal } = options
  const clock = new CallClock(tool.definition.timeout ?? agent.limits.toolTimeout, signal)
  const earlier = [...asked]
  const waiting: Pending[] = []

  const ask = async (asking: string | Question): Promise<string> => {
    const question = typeof asking === 'string' ? { text: asking } : asking
    const known = earlier.shift()
    if (known?.answer !== undefined) return known.answer
    const resume = clock.pause()
    try {
      const id = known?.id ?? nextRequestId(session)
      const answer = await askPerson(options, { id, callId: call.id, question }, known !== undefined)
      if (answer !== undefined) return answer
      waiting.push({ id, kind: 'question', callId: call.id, question })
      throw nobodyThere()
    } finally {
      resume()
    }
  }

  const runAgent = async (name: string, request: string): Promise<string> => {
    const resume = clock.pause()
    try {
      const waitsFor = (pending: Pending[]): Promise<void> =>
        options.record({ type: 'waiting', callId: call.id, pending })
      const run = { agent: name, request, callId: call.id, signal: clock.signal, progress, waiting: waitsFor }
      const end = await startAgent(options, run)
      if (end.kind === 'answered') return end.text
      if (end.kind === 'failed') throw new LoopengineError(end.error.code, end.error.message)
      waiting.push(...end.pending)
      await waitsFor(end.pending)
      throw nobodyThere()
    } finally {
      resume()
    }
  }

  const progress = (note: string): void => options.emit({ type: 'progress', callId: call.id, note })

  const context: ToolContext = {
    agent: { name: agent.name, directory: agent.directory },
    session: { id: session.id },
    callId: call.id,
    tenant: scope.tenant,
    environment: scope.environment,
    variables: session.variables,
    signal: clock.signal,
    ask,
    runAgent,
    progress,
    ...(user ? { user } : {}),
  }
  return { context, clock, waiting: () => waiting }
}

async function startAgent(options: TurnOptions, run: AgentRun): Promise<AgentRunEnd> {
  if (options.runAgent) return options.runAgent(run)
  const message = `Agent \`${run.agent}\` can't be run from here.`
  return { kind: 'failed', error: { code: 'no_agents', message } }
}

function nobodyThere(): LoopengineError {
  return new LoopengineError('nobody_to_ask', 'Nobody is there to answer; the call waits for the answer.')
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
