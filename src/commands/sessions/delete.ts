import { Args } from '@oclif/core'
import { BaseCommand } from '../base-command.ts'

export default class SessionsDelete extends BaseCommand {
  static override summary = 'Delete a session for good.'
  static override examples = ['<%= config.bin %> sessions delete 20261130-101500-4f2a9c01de']
  static override args = { session: Args.string({ description: 'The id of the session.', required: true }) }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(SessionsDelete)
    await this.sessions(this.projectRoot(flags)).delete(args.session)
    this.print(`Session ${args.session} is deleted.`)
    return { deleted: args.session }
  }
}
