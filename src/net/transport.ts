import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici'
import { addressProblem } from './address-problem.ts'
import { type AllowList, portOf } from './allow-list.ts'
import { blocked } from './failures.ts'
import { plainHost } from './host-problem.ts'
import { checkedAddresses, lookupOf, type ResolveHost } from './resolve-host.ts'

/** PEM texts: a client's certificate and its key, and whom to trust instead of the system's authorities. */
export interface ClientTls {
  cert: string
  key: string
  ca?: string
}

export interface TransportOptions {
  /** Asked at every connection. */
  allowed: () => AllowList
  resolve: ResolveHost
  tls?: ClientTls
}

/** Milliseconds until a connection counts as failed. */
const CONNECT_TIMEOUT_MS = 10_000

/** A keep-alive client whose every connection goes to an address that was looked at when it was made. */
export function openTransport(options: TransportOptions): Dispatcher {
  return new Agent({
    factory: (origin, poolOptions) =>
      new Pool(origin, { ...poolOptions, connect: connectorOf(new URL(origin), options) }),
  })
}

function connectorOf(url: URL, { allowed, resolve, tls }: TransportOptions): buildConnector.connector {
  const lookup = lookupOf(() => checkedAddresses(url, resolve, allowed()))
  const connect = buildConnector({ ...tls, lookup, timeout: CONNECT_TIMEOUT_MS })
  return (options, callback) => {
    const problem = literalProblem(url, allowed())
    if (problem) callback(problem, null)
    else connect(options, callback)
  }
}

/** A literal address is connected to without a lookup. */
function literalProblem(url: URL, allowed: AllowList): Error | undefined {
  const host = plainHost(url.hostname)
  const problem = isIP(host) ? addressProblem(host) : undefined
  return problem && !allowed.has(host, portOf(url)) ? blocked(url, problem) : undefined
}
