import type { Agent } from '../core/agent.ts'
import type { QuestionAnswer } from '../core/approval.ts'
import { consentKey, refusalKey } from '../loop/call-demand.ts'
import type { ConversationOptions } from './conversation.ts'

const YES = 'Yes'
const NO = 'No'

/**
 * Asks for the consents that tools want before the first turn (ABL `consent: preflight`), each once. A no is remembered
 * as well: calls of such tools are then refused. Where nobody can be asked, the calls ask.
 */
export async function askPreflight(agent: Agent, options: ConversationOptions): Promise<void> {
  const { session } = options
  const asked = new Map<string, string>()
  for (const { definition } of Object.values(agent.tools)) {
    const { preflight } = definition
    if (preflight && !asked.has(preflight.scope)) asked.set(preflight.scope, preflight.reason)
  }
  for (const [scope, reason] of asked) {
    if (session.state.grants.has(consentKey(scope)) || session.state.grants.has(refusalKey(scope))) continue
    const answer = await ask(`${reason} May it, in this conversation?`, options)
    if (answer.kind === 'unavailable') return
    const agrees = /^\s*y/i.test(answer.text)
    await session.append({
      type: 'approval',
      step: 'answered',
      id: `${session.id}.consent`,
      answer: agrees ? { kind: 'approve' } : { kind: 'deny' },
      grants: [agrees ? consentKey(scope) : refusalKey(scope)],
    })
  }
}

async function ask(text: string, { session, approver, signal, emit }: ConversationOptions): Promise<QuestionAnswer> {
  const request = { id: `${session.id}.consent`, callId: '', question: { text, choices: [YES, NO] } }
  emit({ type: 'question', ...request })
  try {
    return signal.aborted ? { kind: 'unavailable' } : await approver.answer(request, signal)
  } catch {
    return { kind: 'unavailable' }
  }
}
