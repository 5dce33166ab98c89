import { AllowList } from './allow-list.ts'
import { checkUrl } from './check-url.ts'
import { type GuardedFetch, type GuardOptions, MOST_BYTES } from './guard.ts'
import { systemResolver } from './resolve-host.ts'
import { guardedResponse } from './response.ts'
import { send } from './send.ts'
import { openTransport } from './transport.ts'

/** The guard itself; it loads the HTTP client, so that `guarded-fetch.ts` imports it at the first request. */
export function openGuard({ allowHosts = [], lookup = systemResolver, tls }: GuardOptions): GuardedFetch {
  let entries: readonly string[] | undefined
  let allowed = new AllowList([])
  const refresh = async (): Promise<void> => {
    const now = typeof allowHosts === 'function' ? await allowHosts() : allowHosts
    if (now !== entries) allowed = new AllowList(now)
    entries = now
  }
  const dispatcher = openTransport({ allowed: () => allowed, resolve: lookup, tls })
  return async (url, request = {}) => {
    if (typeof allowHosts === 'function' || entries === undefined) await refresh()
    request.signal?.throwIfAborted()
    const { maxBytes = MOST_BYTES, redirect = 'follow', secretHeaders: secrets = [], ...rest } = request
    const check = (target: string): URL => checkUrl(target, allowed)
    const follow = redirect === 'follow'
    return guardedResponse(await send(String(url), { ...rest, dispatcher, check, maxBytes, follow, secrets }))
  }
}
