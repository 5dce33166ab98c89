import { settingsProject } from '../../registry/settings-project.ts'
import { visible } from '../../terminal/visible.ts'
import { TokenStore } from '../../tools/bindings/http/auth/token-store.ts'
import { chooseConnection, connectionArgument, ownerFlags, ownerOf } from '../auth-choice.ts'
import { BaseCommand } from '../base-command.ts'

export default class AuthLogout extends BaseCommand {
  static override summary = 'Forget what a provider granted.'
  static override description = 'The tokens are deleted here; the grant itself is taken back at the provider.'
  static override examples = [
    '<%= config.bin %> auth logout tickets',
    '<%= config.bin %> auth logout tickets --user ann',
  ]
  static override args = connectionArgument
  static override flags = ownerFlags

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AuthLogout)
    const root = this.projectRoot(flags)
    const project = await settingsProject(root)
    const { name } = chooseConnection(args.profile, project)
    const owner = ownerOf(flags)
    const removed = await new TokenStore(root).remove(name, owner)
    const whose = flags.user ? ` for ${visible(flags.user)}` : ''
    this.print(
      removed ? `Signed out of ${visible(name)}${whose}.` : `Nobody was signed in to ${visible(name)}${whose}.`,
    )
    return { connection: name, owner, removed }
  }
}
