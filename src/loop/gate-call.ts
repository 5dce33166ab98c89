import { createHash } from 'node:crypto'
import type { GivenAnswer, Pending } from '../core/approval.ts'
import { canonicalJson } from '../core/json.ts'
import type { Decision } from '../core/rule.ts'
import type { ToolCall } from '../core/tool.ts'
import { toolErrorText } from '../core/tool-error-text.ts'
import { askForApproval } from './ask-person.ts'
import { prepareCall } from './prepare-call.ts'
import { nextRequestId } from './request-id.ts'
import type { AskedApproval, ReadyCall, TurnOptions } from './turn.ts'

export type Verdict =
  | { kind: 'ready'; ready: ReadyCall }
  | { kind: 'denied'; call: ToolCall; reason: string; stop: boolean }
  | { kind: 'pending'; pending: Pending }

/**
 * The gate, once, on the final arguments: allow runs, deny ends, ask goes to the person. Nothing but an answer from
 * the approver, to exactly this tool with exactly these arguments, turns an ask into a run.
 */
export async function gateCall(options: TurnOptions, ready: ReadyCall, asked?: AskedApproval): Promise<Verdict> {
  const { call } = ready
  const decision = options.agent.gate.decide(call, options.scope)
  if (decision.decision === 'deny') return { kind: 'denied', call, reason: decision.reason, stop: false }
  if (decision.decision === 'allow' || options.session.grants.has(grantKey(call, decision)))
    return { kind: 'ready', ready }
  return ask(options, ready, decision, asked)
}

async function ask(
  options: TurnOptions,
  ready: ReadyCall,
  decision: Decision,
  asked: AskedApproval | undefined,
): Promise<Verdict> {
  const { call } = ready
  const fingerprint = fingerprintOf(ready)
  const valid = asked?.fingerprint === fingerprint ? asked : undefined
  if (valid?.answer) return apply(options, ready, decision, valid.answer)
  if (!options.approver) {
    return { kind: 'denied', call, reason: `${decision.reason} Nobody is there to approve it.`, stop: false }
  }

  const id = valid?.id ?? nextRequestId(options.session)
  if (!valid) await options.record({ type: 'approval', id, call, decision, fingerprint })
  options.emit({
    type: 'approval_request',
    id,
    call,
    rule: decision.rule?.name ?? null,
    reason: decision.reason,
  })
  const answer = await askForApproval(options, { id, call, decision })
  if (answer.kind === 'unavailable') {
    return { kind: 'pending', pending: { id, kind: 'approval', call, reason: decision.reason } }
  }
  const remembers = answer.kind === 'approve' && answer.remember === 'session'
  const grant = remembers ? { grant: grantKey(call, decision) } : {}
  await options.record({ type: 'approval_answer', id, answer, ...grant })
  options.emit({
    type: 'approval_answer',
    id,
    decision: answer.kind === 'approve' ? 'allow' : 'deny',
    ...(answer.kind === 'deny' && answer.reason ? { reason: answer.reason } : {}),
  })
  return apply(options, ready, decision, answer)
}

async function apply(
  options: TurnOptions,
  ready: ReadyCall,
  decision: Decision,
  answer: GivenAnswer,
): Promise<Verdict> {
  const { call } = ready
  if (answer.kind === 'deny') {
    const reason = answer.reason ? `The person refused this call: ${answer.reason}` : 'The person refused this call.'
    return { kind: 'denied', call, reason, stop: answer.stop === true }
  }
  if (answer.remember === 'session') options.session.grants.add(grantKey(call, decision))
  if (!answer.input) return { kind: 'ready', ready }
  return gateEdited(options, { ...call, input: answer.input })
}

/** Arguments that the approver edited are checked and gated like the model's own; the approval stands for an ask. */
async function gateEdited(options: TurnOptions, call: ToolCall): Promise<Verdict> {
  const prepared = await prepareCall(options, call)
  if (prepared.kind === 'outcome') {
    const problem =
      prepared.outcome.kind === 'failed' ? toolErrorText(prepared.outcome.error) : 'they do not fit the tool'
    return { kind: 'denied', call, reason: `The edited arguments were refused: ${problem}`, stop: false }
  }
  const decision = options.agent.gate.decide(prepared.call, options.scope)
  if (decision.decision === 'deny') return { kind: 'denied', call: prepared.call, reason: decision.reason, stop: false }
  return { kind: 'ready', ready: prepared }
}

/** What "for this session" remembers: the tool together with the rule that asked. */
export function grantKey(call: ToolCall, decision: Decision): string {
  return `${call.name}/${decision.rule?.name ?? 'default'}`
}

function fingerprintOf({ call, tool }: ReadyCall): string {
  const { name, description, input_schema } = tool.definition
  const bound = canonicalJson({ name, description, input_schema, input: call.input })
  return createHash('sha256').update(bound).digest('hex')
}
