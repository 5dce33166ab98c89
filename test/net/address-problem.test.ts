import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { addressProblem } from '../../src/net/address-problem.ts'

const PUBLIC = ['8.8.8.8', '93.184.216.34', '172.15.255.255', '100.63.255.255', '2606:4700::1111', '2a00:1450:4001::1']

const REFUSED: Record<string, string[]> = {
  'the address of this machine': ['127.0.0.1', '127.255.0.9', '0.0.0.0', '0.1.2.3', '::1', '::'],
  'a private address': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'a link-local address': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%eth0'],
  'a shared address behind a provider': ['100.64.0.1', '100.127.255.255'],
  'an address of the cloud itself': [
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
  ],
  'a multicast address': ['224.0.0.1', 'ff02::1'],
  'the broadcast address': ['255.255.255.255'],
  'a 6to4 address': ['2002:7f00:1::', '2002:808:808::1'],
  'a Teredo address': ['2001:0:1::1'],
  'a local NAT64 address': ['64:ff9b:1::7f00:1'],
  'a translated IPv4 address': ['::ffff:0:7f00:1'],
  'a reserved address': [
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '240.0.0.1',
    '2001:db8::1',
    '::7f00:1',
    '::8.8.8.8',
    '4000::1',
  ],
  'no address': ['', 'localhost', '1.2.3.4.5', '127.0.0.1.', '0x7f.1.2.3.4'],
}

describe('addressProblem', () => {
  it.each(PUBLIC)('finds nothing wrong with %s', address => {
    expect(addressProblem(address)).toBeUndefined()
  })

  for (const [kind, addresses] of Object.entries(REFUSED)) {
    it.each(addresses)(`says that %s is ${kind}`, address => {
      expect(addressProblem(address)?.kind).toBe(kind)
    })
  }

  it('marks the addresses where clouds hand out credentials', () => {
    const marked = ['169.254.169.254', '168.63.129.16', 'fd00:ec2::254', '::ffff:169.254.169.254'].map(addressProblem)
    expect(marked.map(problem => problem?.metadata)).toEqual([true, true, true, true])
    expect(addressProblem('10.0.0.1')?.metadata).toBe(false)
  })

  it('judges a mapped or NAT64 address as the IPv4 address in it', () => {
    fc.assert(
      fc.property(fc.ipV4(), address => {
        const parts = ipaddr.IPv4.parse(address).octets
        const hex = `${(((parts[0] ?? 0) << 8) | (parts[1] ?? 0)).toString(16)}:${(((parts[2] ?? 0) << 8) | (parts[3] ?? 0)).toString(16)}`
        expect(addressProblem(`::ffff:${hex}`)).toEqual(addressProblem(address))
        expect(addressProblem(`64:ff9b::${hex}`)).toEqual(addressProblem(address))
      }),
    )
  })

  it('finds something wrong with every IPv6 address outside of what is handed out', () => {
    fc.assert(
      fc.property(fc.ipV6(), address => {
        const parsed = ipaddr.IPv6.parse(address)
        const handedOut = ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000
        const carries4 = parsed.isIPv4MappedAddress() || parsed.match(ipaddr.IPv6.parse('64:ff9b::'), 96)
        if (!handedOut && !carries4) expect(addressProblem(address)).toBeDefined()
      }),
    )
  })
})
