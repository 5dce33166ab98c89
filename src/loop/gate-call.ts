import { createHash } from 'node:crypto'
import type { GivenAnswer, Pending } from '../core/approval.ts'
import { canonicalJson } from '../core/json.ts'
import type { Decision } from '../core/rule.ts'
import type { ToolCall } from '../core/tool.ts'
import { toolErrorText } from '../core/tool-error-text.ts'
import { type Edit, keepEdits, withEdits } from './apply-edits.ts'
import { askForApproval } from './ask-person.ts'
import { changedImmutable, consentsGiven, judgeCall } from './call-demand.ts'
import { type PreparedCall, prepareCall } from './prepare-call.ts'
import { nextRequestId } from './request-id.ts'
import type { AskedApproval, ReadyCall, TurnOptions } from './turn.ts'

export type Verdict =
  | { kind: 'ready'; ready: ReadyCall }
  | { kind: 'denied'; call: ToolCall; reason: string; code?: string; stop: boolean }
  | { kind: 'pending'; pending: Pending }

/**
 * The gate, once, on the final arguments: allow runs, deny ends, ask goes to the person. Nothing but an answer from
 * the approver, to exactly this tool with exactly these arguments, turns an ask into a run.
 */
export async function gateCall(options: TurnOptions, ready: ReadyCall, asked?: AskedApproval): Promise<Verdict> {
  if (ready.concludes) return gateConclusion(options, ready)
  const judgement = judgeCall(options, ready)
  if (judgement.kind === 'run') return { kind: 'ready', ready }
  if (judgement.kind === 'refused') return denied(ready.call, judgement)
  return ask(options, ready, judgement, asked)
}

/** The tool itself will not run: nothing is to be asked, but of a denied tool nothing happens at all. */
function gateConclusion({ agent, scope }: TurnOptions, ready: ReadyCall): Verdict {
  const { decision, reason } = agent.gate.decide(ready.call, scope)
  return decision === 'deny' ? denied(ready.call, { reason }) : { kind: 'ready', ready }
}

interface Asking {
  decision: Decision
  keys: string[]
}

async function ask(
  options: TurnOptions,
  ready: ReadyCall,
  asking: Asking,
  asked: AskedApproval | undefined,
): Promise<Verdict> {
  const { call } = ready
  const { decision } = asking
  const fingerprint = fingerprintOf(ready)
  const valid = asked?.fingerprint === fingerprint ? asked : undefined
  if (valid?.answer) return apply(options, ready, asking, valid.answer)
  const changed = asked?.answer?.kind === 'approve' ? changedImmutable(ready, asked.call.input, call.input) : undefined
  if (changed !== undefined) return denied(call, immutableChanged(changed))
  if (!options.approver) return denied(call, { reason: `${decision.reason} Nobody is there to approve it.` })

  const id = valid?.id ?? nextRequestId(options.session)
  if (!valid) await options.record({ type: 'approval', id, call, decision, fingerprint })
  options.emit({
    type: 'approval_request',
    id,
    call,
    rule: decision.rule?.name ?? null,
    reason: decision.reason,
  })
  const { name, directory } = options.agent
  const answer = await askForApproval(options, { id, call, decision, agent: { name, directory } })
  if (answer.kind === 'unavailable') {
    return { kind: 'pending', pending: { id, kind: 'approval', call, reason: decision.reason } }
  }
  const grants = grantsOf(options, ready, asking, answer)
  const kept = answer.kind === 'approve' && answer.remember === 'turn' ? grants.consents : allOf(grants)
  await options.record({ type: 'approval_answer', id, answer, ...(kept.length > 0 ? { grants: kept } : {}) })
  options.emit({
    type: 'approval_answer',
    id,
    decision: answer.kind === 'approve' ? 'allow' : 'deny',
    ...(answer.kind === 'deny' && answer.reason ? { reason: answer.reason } : {}),
  })
  return apply(options, ready, asking, answer)
}

async function apply(options: TurnOptions, ready: ReadyCall, asking: Asking, answer: GivenAnswer): Promise<Verdict> {
  const { call } = ready
  if (answer.kind === 'deny') {
    const reason = answer.reason ? `The person refused this call: ${answer.reason}` : 'The person refused this call.'
    const { askedBy } = asking.decision
    return denied(call, { reason, ...(askedBy ? { code: `${askedBy}_denied` } : {}) }, answer.stop === true)
  }
  for (const key of allOf(grantsOf(options, ready, asking, answer))) options.session.grants.add(key)
  if (!answer.input) return { kind: 'ready', ready }
  return gateEdited(options, ready, answer.input)
}

interface Grants {
  /** Asks that may pass from now on. */
  asks: string[]
  /** Consents, which hold for the session. */
  consents: string[]
}

/** What an approval lets pass beside this call. */
function grantsOf(options: TurnOptions, ready: ReadyCall, { keys }: Asking, answer: GivenAnswer): Grants {
  if (answer.kind !== 'approve') return { asks: [], consents: [] }
  return { asks: answer.remember ? keys : [], consents: consentsGiven(ready, ready.call.input, options) }
}

function allOf({ asks, consents }: Grants): string[] {
  return [...asks, ...consents]
}

/** Arguments that the approver edited are checked and gated like the model's own; the approval stands for an ask. */
async function gateEdited(options: TurnOptions, ready: ReadyCall, edited: ToolCall['input']): Promise<Verdict> {
  const edit: Edit = { given: ready.given ?? ready.call.input, shown: ready.call.input, edited }
  const call = { ...ready.call, input: edited }
  const prepared = await prepareEdited(options, ready, edit)
  if (prepared.kind === 'outcome') {
    const problem =
      prepared.outcome.kind === 'failed' ? toolErrorText(prepared.outcome.error) : 'they do not fit the tool'
    return denied(call, { reason: `The edited arguments were refused: ${problem}` })
  }
  const changed = changedImmutable(ready, ready.call.input, prepared.call.input)
  if (changed !== undefined) return denied(prepared.call, immutableChanged(changed))
  if (prepared.concludes) return gateConclusion(options, prepared)
  const judgement = judgeCall(options, prepared)
  if (judgement.kind === 'refused') return denied(prepared.call, judgement)
  return { kind: 'ready', ready: prepared }
}

async function prepareEdited(options: TurnOptions, ready: ReadyCall, edit: Edit): Promise<PreparedCall> {
  const prepared = await prepareCall(options, { ...ready.call, input: withEdits(edit) })
  if (prepared.kind === 'outcome') return prepared
  const kept = keepEdits(prepared.call.input, edit)
  if ('input' in kept) return { ...prepared, call: { ...prepared.call, input: kept.input } }
  const message = `\`${kept.wrong}\` must stay a value of its kind.`
  return {
    kind: 'outcome',
    outcome: { kind: 'failed', error: { code: 'validation_error', type: 'invalid_input', message } },
  }
}

function denied(call: ToolCall, { reason, code }: { reason: string; code?: string }, stop = false): Verdict {
  return { kind: 'denied', call, reason, ...(code === undefined ? {} : { code }), stop }
}

function immutableChanged(name: string): { reason: string; code: string } {
  return { reason: `\`${name}\` may not change once the call was shown for approval.`, code: 'immutable_param_changed' }
}

function fingerprintOf({ call, tool }: ReadyCall): string {
  const { name, description, input_schema } = tool.definition
  const bound = canonicalJson({ name, description, input_schema, input: call.input })
  return createHash('sha256').update(bound).digest('hex')
}
