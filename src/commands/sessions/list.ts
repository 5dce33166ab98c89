import { SessionStore } from '../../sessions/session-store.ts'
import { sessionRow } from '../../terminal/session-row.ts'
import { styled } from '../../terminal/style.ts'
import { BaseCommand } from '../base-command.ts'

export default class SessionsList extends BaseCommand {
  static override summary = 'List the sessions of the project, the last changed first.'
  static override examples = ['<%= config.bin %> sessions list']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(SessionsList)
    const { sessions, unreadable } = await new SessionStore(this.projectRoot(flags)).list()
    const rows = sessions.map(sessionRow)
    for (const { id, agent, changedAt, messages, pending } of rows) {
      const waits = pending > 0 ? styled('yellow', ` waits for ${pending}`, process.stdout) : ''
      this.print(`${id}  ${agent}  ${changedAt}  ${messages} message${messages === 1 ? '' : 's'}${waits}`)
    }
    for (const { id, problem } of unreadable) this.note(`${id}: ${problem}`)
    if (rows.length === 0 && unreadable.length === 0) this.print('There are no sessions yet.')
    return { sessions: rows, unreadable }
  }
}
