import { Flags } from '@oclif/core'
import { LoopengineError } from '../../core/errors.ts'
import { settingsProject } from '../../registry/settings-project.ts'
import { visible } from '../../terminal/visible.ts'
import { loopbackSignIn } from '../../tools/bindings/http/auth/loopback-sign-in.ts'
import { chooseConnection, connectionArgument, forPeople, ownerFlags, ownerOf } from '../auth-choice.ts'
import { BaseCommand } from '../base-command.ts'
import { stopSignal } from '../stop-signal.ts'

const DEFAULT_CALLBACK_PORT = 8788
const PATIENCE_MS = 5 * 60_000

export default class AuthLogin extends BaseCommand {
  static override summary = 'Sign in to a provider, so that tools can act for you.'
  static override description =
    `Prints a link, and waits five minutes for the browser to come back from it. The provider must know the address
http://127.0.0.1:PORT/oauth/callback. What it grants is kept below the state folder, for your user only.`
  static override examples = [
    '<%= config.bin %> auth login tickets',
    '<%= config.bin %> auth login tickets --user ann',
    '<%= config.bin %> auth login google --scopes "openid email"',
  ]
  static override args = connectionArgument
  static override flags = {
    ...ownerFlags,
    scopes: Flags.string({ description: 'Asked for instead of those of the profile.', helpValue: 'TEXT' }),
    port: Flags.integer({
      description: 'Where the browser comes back to. Default: server.callback_port, else 8788.',
      min: 0,
      max: 65_535,
    }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AuthLogin)
    const project = await settingsProject(this.projectRoot(flags))
    const connection = chooseConnection(args.profile, project, flags.scopes)
    const port = flags.port ?? project.settings.server.callback_port ?? DEFAULT_CALLBACK_PORT
    const signal = AbortSignal.any([stopSignal(), AbortSignal.timeout(PATIENCE_MS)])
    const onLink = (link: string) => this.note(`Open this link to sign in:\n\n  ${link}\n`)
    const input = { connection, owner: ownerOf(flags), project, port, signal, onLink }
    const tokens = await loopbackSignIn(input).catch(error => {
      throw signal.aborted ? notSignedIn(signal.reason) : forPeople(error)
    })
    this.print(`Signed in to ${visible(connection.name)}${flags.user ? ` for ${visible(flags.user)}` : ''}.`)
    const { owner, scopes, expiresAt } = tokens
    return { connection: connection.name, owner, scopes, expiresAt: expiresAt === undefined ? null : timeOf(expiresAt) }
  }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function notSignedIn(reason: unknown): LoopengineError {
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new LoopengineError('sign_in_timeout', 'Nobody signed in within five minutes.')
  }
  return new LoopengineError('interrupted', 'The sign-in was stopped.', { exitCode: 130 })
}
