import type { Pending } from '../core/approval.ts'
import { LoopengineError } from '../core/errors.ts'
import type { Question, ToolContext, ToolOutcome, TraceEvent } from '../core/tool.ts'
import { askPerson, questionOf, sameQuestion } from './ask-person.ts'
import { CallClock } from './call-clock.ts'
import { failureOf } from './failure.ts'
import { hideValues } from './hide-values.ts'
import { nextRequestId } from './request-id.ts'
import type { AgentRun, AgentRunEnd, AskedQuestion, ReadyCall, TurnOptions } from './turn.ts'

export interface CallContext {
  context: ToolContext
  clock: CallClock
  /** What nobody was there to answer: the call is then parked, whatever it returns. */
  waiting(): Pending[]
  /** The call has its outcome: what the tool still does is of no account, and a question that is still open closes. */
  close(): void
}

/**
 * What a tool sees while it runs. `asked` holds the questions of an earlier start of this call: the same question is
 * answered from there, so that a parked call can start again from the top.
 */
export function callContext(options: TurnOptions, { call, tool }: ReadyCall, asked: AskedQuestion[]): CallContext {
  const { agent, session, scope, user, signal } = options
  const clock = new CallClock(tool.definition.timeout ?? agent.limits.toolTimeout, signal)
  const earlier = [...asked]
  const waiting: Pending[] = []
  let closed = false
  let asking: AbortController | undefined

  const ask = async (asked: string | Question): Promise<string> => {
    if (closed) throw callEnded()
    const question = questionOf(asked)
    const known = takeSame(earlier, question)
    if (known?.answer !== undefined) return known.answer
    const resume = clock.pause()
    try {
      const request = { id: known?.id ?? nextRequestId(session), callId: call.id, question }
      asking ??= new AbortController()
      const answer = await askPerson(options, { ...request, recorded: known !== undefined, closed: asking.signal })
      if (answer !== undefined) return answer
      if (options.approver) waiting.push({ kind: 'question', ...request })
      throw nobodyThere()
    } finally {
      resume()
    }
  }

  const runAgent: ToolContext['runAgent'] = async (name, request, { park = true } = {}) => {
    if (closed) throw callEnded()
    const resume = clock.pause()
    try {
      const waitsFor = async (pending: Pending[]): Promise<void> => {
        if (park) await options.record({ type: 'waiting', callId: call.id, pending })
      }
      const run = { agent: name, request, callId: call.id, signal: clock.signal, progress, waiting: waitsFor }
      const end = await startAgent(options, run)
      if (end.kind === 'answered') return end.text
      if (end.kind === 'failed') throw new LoopengineError(end.error.code, end.error.message)
      if (!park) throw new LoopengineError('approval_required', `Agent \`${name}\` waits for a person.`)
      waiting.push(...end.pending)
      await waitsFor(end.pending)
      throw nobodyThere()
    } finally {
      resume()
    }
  }

  let calls = 0
  const callTool = async (name: string, input: Record<string, unknown>): Promise<ToolOutcome> => {
    const nested = { id: `${call.id}.${++calls}`, name, input }
    const refused = closed ? callEnded() : options.callTool ? undefined : noTools(name)
    if (refused || !options.callTool) return { call: nested, ms: 0, ...failureOf(refused) }
    const resume = clock.pause()
    try {
      return await options.callTool({ ...nested, signal: clock.signal })
    } finally {
      resume()
    }
  }

  const emit = ({ stage, message }: TraceEvent): void => {
    if (closed) return
    const told = hideValues(message, tool.definition.hiddenInTraces, call.input)
    const kept = options.privacy?.traced(call.name, told) ?? told
    options.emit({ type: 'trace', callId: call.id, stage, message: kept })
  }

  const progress = (note: string): void => {
    if (!closed) options.emit({ type: 'progress', callId: call.id, note })
  }

  const context: ToolContext = {
    agent: { name: agent.name, directory: agent.directory },
    session: { id: session.id },
    callId: call.id,
    tenant: scope.tenant,
    environment: scope.environment,
    userText: options.messages.findLast(message => message.role === 'user')?.text,
    variables: session.variables,
    get signal() {
      return clock.signal
    },
    ask,
    runAgent,
    progress,
    config: name => agent.projectConfig?.(name),
    call: callTool,
    emit,
    ...(user ? { user } : {}),
  }
  const close = (): void => {
    closed = true
    asking?.abort()
  }
  return { context, clock, waiting: () => waiting, close }
}

function takeSame(earlier: AskedQuestion[], question: Question): AskedQuestion | undefined {
  const at = earlier.findIndex(one => sameQuestion(one.question, question))
  return at < 0 ? undefined : earlier.splice(at, 1)[0]
}

async function startAgent(options: TurnOptions, run: AgentRun): Promise<AgentRunEnd> {
  if (options.runAgent) return options.runAgent(run)
  const message = `Agent \`${run.agent}\` can't be run from here.`
  return { kind: 'failed', error: { code: 'no_agents', message } }
}

function nobodyThere(): LoopengineError {
  return new LoopengineError('nobody_to_ask', 'Nobody is there to answer; the call waits for the answer.')
}

function noTools(name: string): LoopengineError {
  return new LoopengineError('asked_too_early', `Tool \`${name}\` can't be called from here; call it in \`execute\`.`)
}

function callEnded(): LoopengineError {
  return new LoopengineError('call_ended', 'The call has ended; nothing can be asked or run for it any more.')
}
