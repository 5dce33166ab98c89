import { sessionRow, sessionTable } from '../../terminal/session-row.ts'
import { visible } from '../../terminal/visible.ts'
import { BaseCommand } from '../base-command.ts'

export default class SessionsList extends BaseCommand {
  static override summary = 'List the sessions of the project, the last changed first.'
  static override examples = ['<%= config.bin %> sessions list', '<%= config.bin %> sessions list --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(SessionsList)
    const { sessions, unreadable } = await this.sessions(this.projectRoot(flags)).list()
    // A session without lines was opened and not begun yet.
    const rows = sessions.filter(({ state }) => state.lines > 0).map(sessionRow)
    if (rows.length > 0) this.print(sessionTable(rows, process.stdout))
    for (const { problem } of unreadable) this.note(`! ${visible(problem)}`)
    if (rows.length === 0 && unreadable.length === 0) this.print('There are no sessions yet.')
    return { sessions: rows, unreadable }
  }
}
