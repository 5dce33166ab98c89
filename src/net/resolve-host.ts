import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { addressProblem } from './address-problem.ts'
import { type AllowList, portOf } from './allow-list.ts'
import { blocked } from './failures.ts'

export interface HostAddress {
  address: string
  family: 4 | 6
}

/** Every address of a name. Rejects as `dns.lookup` does. */
export type ResolveHost = (hostname: string) => Promise<HostAddress[]>

export const systemResolver: ResolveHost = async hostname => (await lookup(hostname, { all: true })) as HostAddress[]

/**
 * The addresses that a connection to `url` may be made to. One address that is not public refuses the name; an allowed
 * name may be private, but the cloud's own addresses must be allowed by themselves.
 * @throws ToolFailure `ssrf_blocked`
 */
export async function checkedAddresses(url: URL, resolve: ResolveHost, allowed: AllowList): Promise<HostAddress[]> {
  const addresses = await resolve(url.hostname)
  const port = portOf(url)
  const named = allowed.has(url.hostname, port)
  for (const { address } of addresses) {
    const problem = addressProblem(address)
    if (!problem || allowed.has(address, port)) continue
    if (problem.metadata || !named) throw blocked(url, problem, address)
  }
  return addresses
}

/** What `net.connect` calls for a name: it connects to these addresses and looks nothing up again. */
export function lookupOf(addresses: () => Promise<HostAddress[]>): LookupFunction {
  return (hostname, options, callback) => {
    const answer = async (): Promise<HostAddress[]> => {
      const wanted = (await addresses()).filter(({ family }) => !options.family || options.family === family)
      if (wanted.length > 0) return wanted
      throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
    }
    answer().then(
      found => (options.all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
      error => callback(error, '', 0),
    )
  }
}
