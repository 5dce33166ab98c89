import { cpSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { decimalsOf, toMinor } from '../../abilities/refunds/lib/amounts.ts'
import { quote } from '../../abilities/refunds/lib/refund-terms.ts'
import { abilityFolders, checkAbility } from '../../src/abilities/check-abilities.ts'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const repository = resolve(import.meta.dirname, '../..')

describe('the example abilities', () => {
  it('have no problem, not even a small one', async () => {
    const folders = await abilityFolders(`${repository}/abilities`)
    expect(folders.sort()).toEqual(['exchange-rates', 'refunds'])
    for (const folder of folders) expect(await checkAbility(`${repository}/abilities`, folder)).toEqual([])
  })

  it('fit the example agent together, and leave no problem there', async () => {
    const place = project()
    cpSync(`${repository}/agents/customer-service`, place.path('agents/customer-service'), { recursive: true })
    for (const name of ['refunds', 'exchange-rates']) {
      const { code } = await cli(['add-ability', `${repository}/abilities/${name}`], { cwd: place.root })
      expect(code).toBe(0)
    }
    const { stdout } = await cli(['tools', 'customer-service', '--json'], { cwd: place.root })
    const tools = JSON.parse(stdout).tools.map(({ name, decision }: Record<string, string>) => `${name} ${decision}`)
    expect(tools).toEqual(
      expect.arrayContaining(['quote_refund allow', 'open_refund ask', 'latest_rate allow', 'rate_on_day allow']),
    )
    expect((await cli(['check'], { cwd: place.root })).code).toBe(0)
  })
})

describe('refunds', () => {
  const returned = { paid: 10_001, shipping: 499, days: 3, condition: 'opened' } as const

  it('gives everything back in the first days, a part later, and nothing in the end', () => {
    expect([3, 14, 15, 30, 31].map(days => quote({ ...returned, days }).refund)).toEqual([
      10_001, 10_001, 8_001, 8_001, 0,
    ])
  })

  it('takes wear off, and gives back shipping only for what was faulty', () => {
    expect(quote({ ...returned, condition: 'used' })).toMatchObject({
      refund: 7_501,
      steps: [expect.any(String), 'Used: 25 % is taken off.'],
    })
    expect(quote({ ...returned, days: 400, condition: 'faulty' }).refund).toBe(10_500)
  })

  it('counts in the smallest unit of each currency', () => {
    expect(['EUR', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3])
    expect(toMinor(0.07, 'EUR')).toBe(7)
    expect(() => toMinor(1.005, 'EUR')).toThrow('1.005 is too fine for EUR.')
  })

  const servers: { close(): void }[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  async function service(
    status: number,
  ): Promise<{ url: string; requests: { request: IncomingMessage; body: string }[] }> {
    const requests: { request: IncomingMessage; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      requests.push({ request, body })
      response.writeHead(status).end(status === 200 ? '{"refundId":"R-1"}' : 'too late')
    })
    await new Promise<void>(settle => void server.listen(0, '127.0.0.1', settle))
    servers.push(server)
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`, requests }
  }

  async function refund(env: Record<string, string>) {
    const place = project({ 'agents/shop/index.ts': "export const config = { name: 'shop', systemPrompt: 'x' }\n" })
    await cli(['add-ability', `${repository}/abilities/refunds`], { cwd: place.root })
    const args = JSON.stringify({ orderId: 'A-1', amount: 12.5, currency: 'EUR', reason: 'broken' })
    const { stdout } = await cli(['call', 'shop', 'open_refund', '--args', args, '--json'], { cwd: place.root, env })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '').outcome
  }

  it('pays through the service, with the token and a key against paying twice', async () => {
    const { url, requests } = await service(200)
    expect(await refund({ REFUNDS_URL: url, REFUNDS_TOKEN: 'secret' })).toMatchObject({
      kind: 'ok',
      value: { refundId: 'R-1' },
    })
    const [{ request, body } = {}] = requests
    expect(request?.url).toBe('/pay/refunds')
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.parse(body ?? '')).toEqual({ orderId: 'A-1', amountMinor: 1250, currency: 'EUR', reason: 'broken' })
  })

  it('tells the model why nothing was paid', async () => {
    const { url } = await service(409)
    const refused = await refund({ REFUNDS_URL: url, REFUNDS_TOKEN: 'secret' })
    expect(refused.error.message).toContain('refused the refund (409): too late')
    expect((await refund({})).error.message).toContain('REFUNDS_URL is not set')
  })
})
