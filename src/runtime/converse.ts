import { LoopengineError } from '../core/errors.ts'
import type { Emit } from '../core/event.ts'
import { canonicalJson } from '../core/json.ts'
import type { Model } from '../core/model.ts'
import { packageVersion } from '../core/package-root.ts'
import { runTurn } from '../loop/run-turn.ts'
import type { OpenBatch, TurnResult, TurnSession } from '../loop/turn.ts'
import { retryModel } from '../models/retry-model.ts'
import { pendingOf } from '../sessions/pending.ts'
import { checkSessionAgent } from '../sessions/session-agent.ts'
import { agentInCharge, findOther } from './agent-in-charge.ts'
import { compactEarlier } from './compact-earlier.ts'
import type { ConversationOptions } from './conversation.ts'
import { mergeVariables } from './merge-variables.ts'
import { askPreflight } from './preflight-consent.ts'
import { privacyOf } from './privacy.ts'
import { recorder } from './record-turn.ts'
import { runChild } from './run-child.ts'
import { settleInterrupted, settleUnknown } from './settle-interrupted.ts'
import { maskedApprover, withoutSecrets } from './without-secrets.ts'

/**
 * One message of a person and the turn that answers it, saved as it goes. Calls that an earlier process left open are
 * settled first: what had started is told to the model as unknown, nothing is run again.
 * @throws LoopengineError `session_pending` (3) while the session waits for an approval or an answer.
 */
export async function converse(options: ConversationOptions & { text: string }): Promise<TurnResult> {
  const { session, text } = options
  const pending = pendingOf(session.state)
  if (pending.length > 0)
    throw sessionPending(
      session.id,
      pending.map(({ id }) => id),
    )
  checkSessionAgent(session, options.agent.name)
  session.nextTurn()
  await session.begin(options.agent.name, packageVersion(), options.parent?.call)
  await settleInterrupted(session, options.emit)
  await noteStart(options)
  await session.append({ type: 'message', message: { role: 'user', text } })
  if (session.state.messages.length === 1) await askPreflight(options.agent, options)
  return turn(options)
}

/** Goes on with a parked turn, exactly where it stopped; questions and approvals that still wait are asked again. */
export async function resume(options: ConversationOptions): Promise<TurnResult> {
  const { session } = options
  checkSessionAgent(session, options.agent.name)
  if (!session.state.open) throw new LoopengineError('nothing_pending', `Session ${session.id} waits for nothing.`)
  await noteStart(options)
  await settleUnknown(session, options.emit)
  const { open } = session.state
  return turn(options, open && { ...open, results: new Map(open.results), directives: new Map(open.directives) })
}

async function turn(options: ConversationOptions, batch?: OpenBatch): Promise<TurnResult> {
  const { model, session, scope, user, approver, signal } = options
  const masked = withoutSecrets(options.agent)
  const emit: Emit = event => options.emit(masked(event))
  let agent = await agentInCharge(options)
  await setVariables(options)
  const { state } = session
  const turnSession: TurnSession = {
    id: session.id,
    variables: structuredClone(state.variables),
    grants: new Set(state.grants),
    requests: state.requests,
    ...(state.step === undefined ? {} : { step: state.step }),
  }
  const privacy = privacyOf(() => agent)
  privacy.shown(state.messages)
  const messages = await compactEarlier({ session, agent, model, hide: privacy.hide })
  const keep = recorder(session, turnSession, emit)
  const result = await runTurn({
    agent: { ...agent, client: retried(model, emit) },
    session: turnSession,
    messages,
    scope,
    approver: maskedApprover(approver, masked),
    signal,
    emit,
    record: entry => keep(masked(entry)),
    user,
    batch,
    privacy,
    runAgent: run => runChild({ ...options, agent }, run, { converse, resume }),
    takeOver: async name => {
      agent = await findOther(options, agent, name)
      const client = (await options.modelFor?.(agent)) ?? model
      return { ...agent, client: retried(client, emit) }
    },
  })
  const { stopReason, usage } = result
  await session.append({ type: 'note', note: 'turn_end', stopReason, usage }).catch((error: unknown) => {
    // What ended the turn was said already; a full disk would only be said twice.
    if (stopReason !== 'error') throw error
  })
  return masked(result)
}

/** A provider that is busy for a moment ends no turn; the person is told why nothing comes. */
function retried(model: Model, emit: Emit): Model {
  return retryModel(model, { onRetry: ({ code, message }) => emit({ type: 'notice', code, message }) })
}

/** Kept at once: a turn that is parked goes on with them in another process. */
async function setVariables({ session, variables: set }: ConversationOptions): Promise<void> {
  const variables = mergeVariables(session.state.variables, set)
  if (canonicalJson(variables) === canonicalJson(session.state.variables)) return
  await session.append({ type: 'variable', variables })
}

async function noteStart({ session, scope, user, model }: ConversationOptions): Promise<void> {
  await session.append({
    type: 'note',
    note: 'turn_start',
    facts: { scope, model: model.id, user },
  })
}

function sessionPending(id: string, requests: string[]): LoopengineError {
  return new LoopengineError('session_pending', `Session ${id} waits for ${requests.join(', ')}.`, {
    exitCode: 3,
    hint: `Answer first: \`loopengine approvals list\`, then \`approvals approve|deny|answer ${requests[0]}\`.`,
  })
}
