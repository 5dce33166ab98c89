import { Args } from '@oclif/core'
import { BaseCommand } from '../base-command.ts'

export default class SessionsExport extends BaseCommand {
  static override summary = 'Print the log of a session as it is on disk: one JSON object a line.'
  static override examples = ['<%= config.bin %> sessions export 20261130-101500-4f2a9c01de > session.jsonl']
  static override args = { session: Args.string({ description: 'The id of the session.', required: true }) }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(SessionsExport)
    const text = await this.sessions(this.projectRoot(flags)).export(args.session)
    if (!flags.json) process.stdout.write(text)
    const lines = text.split('\n').filter(Boolean)
    return { id: args.session, lines: lines.map((line): unknown => JSON.parse(line)) }
  }
}
