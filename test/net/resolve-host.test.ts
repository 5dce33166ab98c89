import { describe, expect, it } from 'vitest'
import { AllowList } from '../../src/net/allow-list.ts'
import { checkedAddresses, type HostAddress, lookupOf } from '../../src/net/resolve-host.ts'

const NOTHING = new AllowList([])
const at = (address: string): HostAddress => ({ address, family: address.includes(':') ? 6 : 4 })
const answering =
  (...addresses: string[]) =>
  async () =>
    addresses.map(at)

const PUBLIC_NAMES = Array.from({ length: 100 }, (_, index) => ({
  name: `${['api', 'www', 'internal', 'local', 'localhost', 'q'][index % 6]}${index}.example-${index}.com`,
  address: index % 3 === 0 ? `2606:4700:${index}::1` : `${130 + (index % 30)}.${index}.0.${index}`,
}))

describe('checkedAddresses', () => {
  it('passes a hundred public names', async () => {
    for (const { name, address } of PUBLIC_NAMES) {
      const found = await checkedAddresses(new URL(`https://${name}/`), answering(address), NOTHING)
      expect(found).toEqual([at(address)])
    }
  })

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fe80::1%eth0', '::ffff:10.0.0.1', '168.63.129.16'])(
    'refuses a name that is %s',
    async address => {
      const asked = checkedAddresses(new URL('https://api.example.com/'), answering(address), NOTHING)
      await expect(asked).rejects.toMatchObject({ code: 'ssrf_blocked' })
    },
  )

  it('refuses a name when only one of its addresses is private, and says which', async () => {
    const asked = checkedAddresses(new URL('https://api.example.com/'), answering('8.8.8.8', '10.0.0.1'), NOTHING)
    await expect(asked).rejects.toThrow('api.example.com is 10.0.0.1, which is a private address')
  })

  it('lets an allowed name be private', async () => {
    const allowed = new AllowList(['reports.internal:8080'])
    const ask = (url: string) => checkedAddresses(new URL(url), answering('10.0.0.1'), allowed)
    expect(await ask('http://reports.internal:8080/')).toEqual([at('10.0.0.1')])
    await expect(ask('http://reports.internal/')).rejects.toMatchObject({ code: 'ssrf_blocked' })
  })

  it('lets an allowed name be an address of the cloud only when that is allowed too', async () => {
    const url = new URL('http://reports.internal/')
    const metadata = answering('169.254.169.254')
    const named = checkedAddresses(url, metadata, new AllowList(['reports.internal']))
    await expect(named).rejects.toThrow('allow_hosts: ["169.254.169.254"]')
    const both = new AllowList(['reports.internal', '169.254.169.254'])
    expect(await checkedAddresses(url, metadata, both)).toHaveLength(1)
  })

  it('looks at every answer anew: a name that turns private is refused', async () => {
    const answers = ['8.8.8.8', '127.0.0.1']
    const turning = async () => [at(answers.shift() ?? '')]
    const url = new URL('https://rebind.example.com/')
    expect(await checkedAddresses(url, turning, NOTHING)).toEqual([at('8.8.8.8')])
    await expect(checkedAddresses(url, turning, NOTHING)).rejects.toMatchObject({ code: 'ssrf_blocked' })
  })
})

describe('lookupOf', () => {
  const look = (addresses: () => Promise<HostAddress[]>, options: { all?: boolean; family?: number }) =>
    new Promise(resolve => lookupOf(addresses)('h.example.com', options, (error, ...found) => resolve(error ?? found)))

  it('gives all addresses, or the first', async () => {
    const both = answering('8.8.8.8', '2606:4700::1')
    expect(await look(both, { all: true })).toEqual([[at('8.8.8.8'), at('2606:4700::1')]])
    expect(await look(both, {})).toEqual(['8.8.8.8', 4])
  })

  it('keeps to the family that is asked for', async () => {
    expect(await look(answering('8.8.8.8', '2606:4700::1'), { family: 6 })).toEqual(['2606:4700::1', 6])
    expect(await look(answering('8.8.8.8'), { family: 6 })).toMatchObject({ code: 'ENOTFOUND' })
  })

  it('hands on why a name is refused', async () => {
    const refused = new Error('refused')
    expect(await look(() => Promise.reject(refused), {})).toBe(refused)
  })
})
