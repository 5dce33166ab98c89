import { Args } from '@oclif/core'
import { pendingOf } from '../../sessions/pending.ts'
import { conversationText } from '../../terminal/conversation-text.ts'
import { pendingText } from '../../terminal/pending-text.ts'
import { sessionRow, sessionTable } from '../../terminal/session-row.ts'
import { BaseCommand } from '../base-command.ts'

export default class SessionsShow extends BaseCommand {
  static override summary = 'Show the conversation of a session.'
  static override examples = ['<%= config.bin %> sessions show 20261130-101500-4f2a9c01de']
  static override args = { session: Args.string({ description: 'The id of the session.', required: true }) }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(SessionsShow)
    const session = await this.sessions(this.projectRoot(flags)).read(args.session)
    const { messages, usage, variables, lastStop } = session.state
    const pending = pendingOf(session.state)
    const row = sessionRow(session)
    this.print(sessionTable([{ ...row, title: '' }], process.stdout))
    this.print(conversationText(messages, process.stdout))
    for (const request of pending) this.print(`\n${pendingText(request, process.stdout)}`)
    return { ...row, messages, pending, variables, usage, stopReason: lastStop ?? null }
  }
}
