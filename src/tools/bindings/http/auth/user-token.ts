import { isToolFailure, ToolFailure } from '../../../../core/tool-failure.ts'
import type { ToolProject } from '../../binding.ts'
import { type Connection, tokenClient } from './connection.ts'
import { tokenAccess } from './token-access.ts'
import { usableSeconds } from './token-cache.ts'
import { requestTokens, type TokenClient, type Tokens } from './token-endpoint.ts'
import { type Owner, type StoredTokens, TokenStore } from './token-store.ts'

export interface UserTokenInput {
  connection: Connection
  owner: Owner
  project: ToolProject
  /** An access token that was not accepted. */
  refused?: string
  now?: () => number
}

const underway = new Map<string, Promise<StoredTokens>>()

/**
 * The tokens that a person granted, refreshed where they have ended: once, however many ask, in this process and others.
 * @throws ToolFailure `consent_required` when nobody granted any, or no longer enough; those of the token endpoint
 */
export async function userTokens(input: UserTokenInput): Promise<StoredTokens> {
  const { connection, owner, project } = input
  const store = new TokenStore(project.root)
  const stored = await store.read(connection.name, owner)
  if (!stored || lacks(stored, connection)) throw consentRequired(input)
  if (isUsable(stored, input)) return stored
  const path = store.pathOf(connection.name, owner)
  const begun = underway.get(path) ?? refresh(store, input).finally(() => underway.delete(path))
  underway.set(path, begun)
  return begun
}

async function refresh(store: TokenStore, input: UserTokenInput): Promise<StoredTokens> {
  const { connection, owner, project } = input
  return store.locked(connection.name, owner, async () => {
    const stored = await store.read(connection.name, owner)
    if (stored && isUsable(stored, input)) return stored
    if (!stored?.refreshToken) throw consentRequired(input)
    const client = await tokenClient(connection, project)
    const tokens = await renewed(client, stored.refreshToken, input).catch(async error => {
      if (isToolFailure(error) && error.code === 'consent_required') {
        await store.remove(connection.name, owner)
        throw consentRequired(input)
      }
      throw error
    })
    const fresh = storable(tokens, { ...input, scopes: stored.scopes, refreshToken: stored.refreshToken })
    await store.write(fresh)
    return fresh
  })
}

function renewed(client: TokenClient, refreshToken: string, { project }: UserTokenInput): Promise<Tokens> {
  return requestTokens(client, { kind: 'refresh_token', refreshToken }, tokenAccess(client.tokenUrl, project))
}

/** Tokens as they are kept. A provider may leave out what has not changed. */
export function storable(
  { accessToken, refreshToken, expiresIn }: Tokens,
  kept: Pick<UserTokenInput, 'connection' | 'owner' | 'now'> & { scopes: string; refreshToken?: string },
): StoredTokens {
  const now = (kept.now ?? Date.now)()
  return {
    version: 1,
    connection: kept.connection.name,
    owner: kept.owner,
    accessToken,
    refreshToken: refreshToken ?? kept.refreshToken,
    expiresAt: expiresIn === undefined ? undefined : now + usableSeconds(expiresIn) * 1000,
    scopes: kept.scopes,
  }
}

function isUsable({ accessToken, expiresAt = Number.POSITIVE_INFINITY }: StoredTokens, input: UserTokenInput): boolean {
  return accessToken !== input.refused && expiresAt > (input.now ?? Date.now)()
}

/** Whether a scope was never asked for: providers name what they granted as they like. */
function lacks({ scopes: asked }: StoredTokens, { scopes }: Connection): boolean {
  const known = new Set(asked.split(' '))
  return scopes.split(' ').some(scope => scope !== '' && !known.has(scope))
}

function consentRequired({ connection, owner }: UserTokenInput): ToolFailure {
  const { name, provider, scopes } = connection
  const whose = owner.kind === 'shared' ? '' : ` for ${owner.user}`
  const flags = [
    ...(owner.kind === 'user' ? [`--user ${word(owner.user)}`] : []),
    ...(owner.kind === 'user' && owner.tenant !== 'default' ? [`--tenant ${word(owner.tenant)}`] : []),
    ...(name === provider && scopes ? [`--scopes ${word(scopes)}`] : []),
  ]
  const command = ['loopengine auth login', word(name), ...flags].join(' ')
  return new ToolFailure({
    code: 'consent_required',
    message: `Nobody has signed in to \`${name}\`${whose} yet, or not for all that is needed. Sign in with: ${command}`,
    details: { connection: name, provider, scopes, ...(owner.kind === 'user' ? { user: owner.user } : {}) },
  })
}

/** As a POSIX shell reads it back: names of people come from outside. */
function word(text: string): string {
  return /^\w[\w./:@+-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
