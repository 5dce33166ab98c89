import { Args, Flags } from '@oclif/core'
import { LoopengineError, usageError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import { isToolFailure } from '../core/tool-failure.ts'
import type { ToolProject } from '../tools/bindings/binding.ts'
import { type Connection, connectionNames, findConnection } from '../tools/bindings/http/auth/connection.ts'
import type { Owner } from '../tools/bindings/http/auth/token-store.ts'

export const connectionArgument = {
  profile: Args.string({
    description: 'An auth profile of type oauth2_user, or a provider that tools name. Default: the only one.',
  }),
}

export const ownerFlags = {
  user: Flags.string({
    description: 'The person, for tools with `connection: per_user`. Default: the connection that all share.',
    helpValue: 'ID',
  }),
  tenant: Flags.string({ description: 'The tenant of that person.', default: 'default', helpValue: 'NAME' }),
}

export function ownerOf({ user, tenant }: { user?: string; tenant: string }): Owner {
  return user === undefined ? { kind: 'shared' } : { kind: 'user', tenant, user }
}

/** @throws LoopengineError `no_such_connection`, `connection_needed` (exit code 2) */
export function chooseConnection(name: string | undefined, project: ToolProject, scopes?: string): Connection {
  const names = connectionNames(project)
  const only = names.length === 1 ? names[0] : undefined
  const found = findConnection(name ?? only ?? '', project, scopes)
  if (found) return found
  if (name === undefined && names.length > 0) {
    throw usageError('connection_needed', 'There are several connections.', `Name one of: ${names.join(', ')}.`)
  }
  const hint = names.length > 0 ? `${didYouMean(name ?? '', names)} There are: ${names.join(', ')}.`.trim() : NONE_HINT
  throw usageError('no_such_connection', name === undefined ? NONE : `There is no connection \`${name}\`.`, hint)
}

const NONE = 'This project has no connections that people sign in to.'
const NONE_HINT =
  'Add a provider under `oauth_providers:` and a profile of type oauth2_user under `auth_profiles:` in loopengine.config.yml.'

/** A failure of the network or of the provider, as an error for people. */
export function forPeople(error: unknown): unknown {
  return isToolFailure(error) ? new LoopengineError(error.code, error.message, { cause: error }) : error
}
