import { Args, Flags } from '@oclif/core'
import { inStep } from '../../loop/in-step.ts'
import { openRegistry } from '../../registry/open-registry.ts'
import { agentInCharge } from '../../runtime/agent-in-charge.ts'
import { shownHistory } from '../../runtime/compact-earlier.ts'
import { modelInput } from '../../runtime/model-input.ts'
import { pendingOf } from '../../sessions/pending.ts'
import type { StoredSession } from '../../sessions/session-store.ts'
import { conversationText } from '../../terminal/conversation-text.ts'
import { pendingText } from '../../terminal/pending-text.ts'
import { sessionRow, sessionTable } from '../../terminal/session-row.ts'
import { BaseCommand } from '../base-command.ts'

export default class SessionsShow extends BaseCommand {
  static override summary = 'Show the conversation of a session.'
  static override examples = [
    '<%= config.bin %> sessions show 20261130-101500-4f2a9c01de',
    '<%= config.bin %> sessions show 20261130-101500-4f2a9c01de --model-input --turn 2',
  ]
  static override args = { session: Args.string({ description: 'The id of the session.', required: true }) }

  static override flags = {
    'model-input': Flags.boolean({
      description: 'What the model is sent: the prompt, the conversation, the tools, with estimates of their tokens.',
    }),
    turn: Flags.integer({
      description: 'Of this turn, from 1; default: the last.',
      dependsOn: ['model-input'],
      helpValue: 'N',
    }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(SessionsShow)
    const root = this.projectRoot(flags)
    const session = await this.sessions(root).read(args.session)
    if (flags['model-input']) return this.#modelInput(root, session, flags.turn)
    const { messages, usage, variables, lastStop } = session.state
    const pending = pendingOf(session.state)
    const row = sessionRow(session)
    this.print(sessionTable([{ ...row, title: '' }], process.stdout))
    this.print(conversationText(messages, process.stdout))
    for (const request of pending) this.print(`\n${pendingText(request, process.stdout)}`)
    return { ...row, messages, pending, variables, usage, stopReason: lastStop ?? null }
  }

  /** As the agent in charge now sees it, in the step that holds. */
  async #modelInput(root: string, session: StoredSession, turn: number | undefined): Promise<unknown> {
    const { agent: name, messages, compacted, step } = session.state
    const registry = await openRegistry(root, { only: name })
    const agent = await agentInCharge({
      agent: registry.get(name),
      session,
      findAgent: async other => (await openRegistry(root, { only: other })).get(other),
    })
    const input = modelInput(inStep(agent, step), shownHistory(messages, compacted), turn)
    this.print(JSON.stringify(input, null, 2))
    return input
  }
}
