import { formatDiagnostic } from '../core/diagnostic.ts'
import type { StopReason } from '../core/event.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { answerPending, type PendingAnswer, sessionOfRequest } from '../runtime/answer-pending.ts'
import { resume } from '../runtime/converse.ts'
import { pendingOf } from '../sessions/pending.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import { SessionStore } from '../sessions/session-store.ts'
import { chooseModel, isInteractive } from '../terminal/choose-model.ts'
import { flagApprover } from '../terminal/flag-approver.ts'
import { BaseCommand } from './base-command.ts'
import { EXIT_OF_STOP } from './exit-codes.ts'
import { turnPrinter } from './turn-printer.ts'

/** What `approvals approve|deny|answer` share: the answer is kept, then the turn goes on where it stopped. */
export abstract class AnswerCommand extends BaseCommand {
  protected async answer(
    flags: { cwd?: string; json?: boolean; model?: string },
    id: string,
    given: PendingAnswer,
  ): Promise<void> {
    const root = this.projectRoot(flags)
    const store = new SessionStore(root)
    const sessionId = sessionOfRequest(id)
    const { state } = await store.read(sessionId)
    const registry = await openRegistry(root, { only: state.agent })
    const agent = registry.get(state.agent)
    for (const diagnostic of agent.diagnostics) this.note(formatDiagnostic(diagnostic))
    // A model object has no name to open it by: the agent brings it again.
    const wanted = flags.model ?? (typeof agent.model === 'object' ? undefined : state.facts?.model)
    const model = await chooseModel({ flag: wanted, agent, env: process.env, interactive: isInteractive() })
    const session = await store.open(sessionId)
    try {
      await answerPending(session, id, given)
      const stopReason = await this.#goOn(session, { agent, model, flags })
      if (stopReason) this.exitWith(EXIT_OF_STOP[stopReason])
    } finally {
      await session.close()
    }
  }

  /** Other requests of the batch hold the turn until they are answered too. */
  async #goOn(
    session: SessionLog,
    { agent, model, flags }: Pick<Parameters<typeof resume>[0], 'agent' | 'model'> & { flags: { json?: boolean } },
  ): Promise<StopReason | undefined> {
    const rest = pendingOf(session.state)
    if (rest.length > 0) {
      this.note(`Kept. The turn still waits for ${rest.map(({ id }) => id).join(', ')}.`)
      if (flags.json)
        this.printJsonLine({
          type: 'turn_end',
          text: '',
          stopReason: 'pending',
          sessionId: session.id,
          pending: rest,
          usage: session.state.usage,
        })
      return 'pending'
    }
    const { facts } = session.state
    const controller = new AbortController()
    process.once('SIGINT', () => controller.abort())
    const result = await resume({
      agent,
      model,
      session,
      scope: facts?.scope ?? { tenant: 'default', environment: process.env.LOOPENGINE_ENV || 'production' },
      user: facts?.user,
      approver: flagApprover([], false),
      signal: controller.signal,
      emit: flags.json ? event => this.printJsonLine(event) : turnPrinter(),
    })
    return result.stopReason
  }
}
