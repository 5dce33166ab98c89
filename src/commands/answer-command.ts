import { nobody } from '../core/approval.ts'
import { formatDiagnostic } from '../core/diagnostic.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { answerPending, type PendingAnswer, rootSession, sessionOfRequest } from '../runtime/answer-pending.ts'
import { resume } from '../runtime/converse.ts'
import { SessionStore } from '../sessions/session-store.ts'
import { chooseModel, isInteractive } from '../terminal/choose-model.ts'
import { BaseCommand } from './base-command.ts'
import { EXIT_OF_STOP } from './exit-codes.ts'
import { turnPrinter } from './turn-printer.ts'

/** What `approvals approve|deny|answer` share: the answer is kept, then the turn goes on where it stopped. */
export abstract class AnswerCommand extends BaseCommand {
  protected async answer(flags: AnswerFlags, id: string, given: PendingAnswer): Promise<void> {
    const root = this.projectRoot(flags)
    const store = new SessionStore(root)
    const asking = sessionOfRequest(id)
    const { id: rootId, state } = await rootSession(store, asking)
    const registry = await openRegistry(root, { only: state.agent })
    const agent = registry.get(state.agent)
    for (const diagnostic of agent.diagnostics) this.note(formatDiagnostic(diagnostic))
    // A model object has no name to open it by: the agent brings it again.
    const wanted = flags.model ?? (typeof agent.model === 'object' ? undefined : state.facts?.model)
    const model = await chooseModel({ flag: wanted, agent, env: process.env, interactive: isInteractive() })
    await keepAnswer(store, asking, id, given)
    const session = await store.open(rootId)
    const controller = new AbortController()
    process.once('SIGINT', () => controller.abort())
    try {
      const { facts } = session.state
      const result = await resume({
        agent,
        findAgent: registry.find,
        model,
        session,
        scope: facts?.scope ?? { tenant: 'default', environment: process.env.LOOPENGINE_ENV || 'production' },
        user: facts?.user,
        approver: nobody,
        signal: controller.signal,
        emit: flags.json ? event => this.printJsonLine(event) : turnPrinter(),
      })
      this.exitWith(EXIT_OF_STOP[result.stopReason])
    } finally {
      await session.close()
    }
  }
}

interface AnswerFlags {
  cwd?: string
  json?: boolean
  model?: string
}

async function keepAnswer(store: SessionStore, sessionId: string, id: string, given: PendingAnswer): Promise<void> {
  const session = await store.open(sessionId)
  await answerPending(session, id, given).finally(() => session.close())
}
