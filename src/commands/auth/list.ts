import { Flags } from '@oclif/core'
import { settingsProject } from '../../registry/settings-project.ts'
import { localTime } from '../../terminal/session-row.ts'
import { visible } from '../../terminal/visible.ts'
import { connectionNames } from '../../tools/bindings/http/auth/connection.ts'
import { type Owner, ownerText, type StoredTokens, TokenStore } from '../../tools/bindings/http/auth/token-store.ts'
import { connectionArgument } from '../auth-choice.ts'
import { BaseCommand } from '../base-command.ts'

interface ConnectionRow {
  connection: string
  /** Null when nobody is signed in. */
  owner: Owner | null
  scopes: string
  /** ISO 8601, UTC; null for a token without an end. */
  expiresAt: string | null
  /** A new token is fetched when this one ends. */
  refreshes: boolean
}

export default class AuthList extends BaseCommand {
  static override summary = 'List the connections that people sign in to, and who did.'
  static override examples = ['<%= config.bin %> auth list', '<%= config.bin %> auth list tickets --user ann --json']
  static override args = connectionArgument
  static override flags = {
    user: Flags.string({ description: 'Only those of this person.', helpValue: 'ID' }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AuthList)
    const root = this.projectRoot(flags)
    const names = connectionNames(await settingsProject(root))
    const stored = (await new TokenStore(root).list()).filter(({ owner }) => isOf(owner, flags.user))
    const without = names.filter(name => !stored.some(({ connection }) => connection === name)).map(nobody)
    const rows = [...stored.map(rowOf), ...without].filter(
      ({ connection }) => (args.profile ?? connection) === connection,
    )
    for (const row of rows) this.print(textOf(row))
    if (rows.length === 0) this.print('There are no connections that people sign in to.')
    return { connections: rows }
  }
}

function isOf(owner: Owner, user: string | undefined): boolean {
  return user === undefined || (owner.kind === 'user' && owner.user === user)
}

function rowOf({ connection, owner, scopes, expiresAt, refreshToken }: StoredTokens): ConnectionRow {
  const end = expiresAt === undefined ? null : new Date(expiresAt).toISOString()
  return { connection, owner, scopes, expiresAt: end, refreshes: refreshToken !== undefined }
}

function nobody(connection: string): ConnectionRow {
  return { connection, owner: null, scopes: '', expiresAt: null, refreshes: false }
}

function textOf({ connection, owner, scopes, expiresAt, refreshes }: ConnectionRow): string {
  if (!owner) return visible(`${connection}  nobody is signed in`)
  const end = refreshes ? 'renews itself' : expiresAt === null ? 'has no end' : `ends ${localTime(expiresAt)}`
  return visible([connection, ownerText(owner), end, scopes].filter(Boolean).join('  '))
}
