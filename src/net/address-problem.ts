import ipaddr from 'ipaddr.js'

/** Why an address may not be reached. */
export interface AddressProblem {
  /** What it is, to follow "is": `a private address`. */
  kind: string
  /** Clouds answer there with the machine's own credentials: allowed by that address only, not by a name. */
  metadata: boolean
}

type Ip4 = InstanceType<typeof ipaddr.IPv4>
type Ip6 = InstanceType<typeof ipaddr.IPv6>

const KINDS: Readonly<Record<string, string>> = {
  unspecified: 'the address of this machine',
  loopback: 'the address of this machine',
  private: 'a private address',
  uniqueLocal: 'a private address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'a shared address behind a provider',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  '6to4': 'a 6to4 address',
  teredo: 'a Teredo address',
  rfc6145: 'a translated IPv4 address',
  rfc6052: 'a local NAT64 address',
}

/** Addresses that answer for the cloud and lie in ranges that are public, or private to others. */
const METADATA = new Set(['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'])

/** The library takes these for mapped ones. */
const IPV4_COMPATIBLE = /^::\d+\.\d+\.\d+\.\d+$/

const GLOBAL_IPV6: [Ip6, number] = [ipaddr.IPv6.parse('2000::'), 3]
const NAT64: [Ip6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]

/** What is wrong with reaching an IP address; undefined for a public one. What is no address at all is wrong too. */
export function addressProblem(address: string): AddressProblem | undefined {
  if (!ipaddr.isValid(address)) return { kind: 'no address', metadata: false }
  if (IPV4_COMPATIBLE.test(address)) return problem('reserved')
  const parsed = ipaddr.parse(address)
  return parsed.kind() === 'ipv4' ? problemOf4(parsed as Ip4) : problemOf6(parsed as Ip6)
}

function problemOf4(address: Ip4): AddressProblem | undefined {
  if (METADATA.has(address.toString())) return { kind: 'an address of the cloud itself', metadata: true }
  const range = address.range()
  return range === 'unicast' ? undefined : problem(range)
}

/** Only what is handed out to the world is public; an address that carries an IPv4 one is judged by that. */
function problemOf6(address: Ip6): AddressProblem | undefined {
  const plain = new ipaddr.IPv6(address.parts)
  if (METADATA.has(plain.toString())) return { kind: 'an address of the cloud itself', metadata: true }
  if (plain.isIPv4MappedAddress()) return problemOf4(plain.toIPv4Address())
  if (plain.match(NAT64)) return problemOf4(new ipaddr.IPv4(plain.toByteArray().slice(12)))
  const range = plain.range()
  if (range !== 'unicast') return problem(range)
  return plain.match(GLOBAL_IPV6) ? undefined : problem('reserved')
}

function problem(range: string): AddressProblem {
  return { kind: KINDS[range] ?? 'a reserved address', metadata: range === 'linkLocal' }
}
