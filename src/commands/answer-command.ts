import type { Agent } from '../core/agent.ts'
import { nobody } from '../core/approval.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { answerPending, type PendingAnswer, rootSession, sessionOfRequest } from '../runtime/answer-pending.ts'
import { resume } from '../runtime/converse.ts'
import type { TurnFacts } from '../sessions/entry.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { chooseModel, isInteractive, modelOfAgents } from '../terminal/choose-model.ts'
import { describeDiagnostic } from '../terminal/describe-diagnostics.ts'
import { watchUserCode } from '../terminal/watch-user-code.ts'
import { BaseCommand } from './base-command.ts'
import { EXIT_OF_STOP } from './exit-codes.ts'
import { stopSignal } from './stop-signal.ts'
import { jsonLines } from './turn-flags.ts'
import { turnPrinter } from './turn-printer.ts'

interface AnswerFlags {
  cwd?: string
  json?: boolean
  model?: string
}

/**
 * What `approvals approve|deny|answer` share: the answer is kept, then the turn goes on where it stopped, with the model,
 * for the identity and in the scope that it began with.
 */
export abstract class AnswerCommand extends BaseCommand {
  static override baseFlags = { ...BaseCommand.baseFlags, json: jsonLines }

  protected async answer(flags: AnswerFlags, id: string, given: PendingAnswer): Promise<void> {
    const root = this.projectRoot(flags)
    const store = this.sessions(root)
    const asking = sessionOfRequest(id)
    const { id: rootId, state } = await rootSession(store, asking)
    const registry = await openRegistry(root, { only: state.agent })
    const agent = registry.get(state.agent)
    await this.showProblems(root, agent)
    const flag = flags.model ?? modelOf(agent, state.facts)
    const model = await chooseModel({ flag, agent, env: process.env, interactive: isInteractive() })
    await keepAnswer(store, asking, id, given)
    const session = await store.open(rootId)
    const unwatch = watchUserCode(root, agent, problem => this.note(describeDiagnostic(problem, '', process.stderr)))
    try {
      const { scope, user } = session.state.facts ?? NO_FACTS
      const result = await resume({
        agent,
        findAgent: registry.find,
        modelFor: modelOfAgents(flags.model, model, process.env),
        model,
        session,
        scope,
        user,
        approver: nobody,
        signal: stopSignal(),
        emit: flags.json ? event => this.printJsonLine(event) : turnPrinter(),
      })
      this.exitWith(EXIT_OF_STOP[result.stopReason])
    } finally {
      unwatch()
      await session.close()
    }
  }
}

const NO_FACTS: Pick<TurnFacts, 'scope' | 'user'> = { scope: { tenant: 'default', environment: 'production' } }

/** The name of the model that the turn began with; undefined when the agent brings it as an object. */
function modelOf({ model }: Agent, facts: TurnFacts | undefined): string | undefined {
  const own = typeof model === 'object' ? `${model.provider}/${model.modelId}` : undefined
  return facts?.model === own ? undefined : facts?.model
}

async function keepAnswer(store: SessionStore, sessionId: string, id: string, given: PendingAnswer): Promise<void> {
  const session = await store.open(sessionId)
  await answerPending(session, id, given).finally(() => session.close())
}
