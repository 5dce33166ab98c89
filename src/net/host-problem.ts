import { isIP } from 'node:net'
import { type AddressProblem, addressProblem } from './address-problem.ts'

/** Endings of names that never belong to the public. */
const LOCAL_ENDINGS = ['internal', 'local', 'localdomain', 'home.arpa', 'intranet', 'lan', 'corp', 'home', 'private']

/**
 * What is wrong with a host as it stands in a parsed URL, before anything is looked up: a name for this machine or its
 * network, or a literal address that is not public.
 */
export function hostProblem(hostname: string): AddressProblem | undefined {
  const host = plainHost(hostname)
  if (isIP(host)) return addressProblem(host)
  if (host === '') return { kind: 'no name', metadata: false }
  if (endsWith(host, 'localhost')) return { kind: 'this machine', metadata: false }
  const ending = LOCAL_ENDINGS.find(local => endsWith(host, local))
  return ending === undefined ? undefined : { kind: `a name of a local network (.${ending})`, metadata: false }
}

/** A URL's hostname without brackets and without the dots that may end a name. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

function endsWith(host: string, ending: string): boolean {
  return host === ending || host.endsWith(`.${ending}`)
}
