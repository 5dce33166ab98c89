import type { GuardedFetch, GuardOptions } from './guard.ts'

export type { GuardedFetch, GuardedRequest, GuardOptions } from './guard.ts'
export type { GuardedResponse } from './response.ts'
export type { ClientTls } from './transport.ts'

/** A guard with connections of its own, that are kept and used again. */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  let opened: Promise<GuardedFetch> | undefined
  return async (url, request) => {
    opened ??= import('./open-guard.ts').then(({ openGuard }) => openGuard(options))
    return (await opened)(url, request)
  }
}
