import { Args, Flags } from '@oclif/core'
import { openRegistry } from '../../registry/open-registry.ts'
import { modelInput } from '../../runtime/model-input.ts'
import { pendingOf } from '../../sessions/pending.ts'
import type { SessionState } from '../../sessions/state.ts'
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
    if (flags['model-input']) return this.#modelInput(root, session.state, flags.turn)
    const { messages, usage, variables, lastStop } = session.state
    const pending = pendingOf(session.state)
    const row = sessionRow(session)
    this.print(sessionTable([{ ...row, title: '' }], process.stdout))
    this.print(conversationText(messages, process.stdout))
    for (const request of pending) this.print(`\n${pendingText(request, process.stdout)}`)
    return { ...row, messages, pending, variables, usage, stopReason: lastStop ?? null }
  }

  async #modelInput(root: string, { agent: name, messages }: SessionState, turn: number | undefined): Promise<unknown> {
    const agent = (await openRegistry(root, { only: name })).get(name)
    const input = modelInput(agent, messages, turn)
    this.print(JSON.stringify(input, null, 2))
    return input
  }
}
