import { cpSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliResult, cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

const repository = resolve(import.meta.dirname, '../..')
const env = {
  LOOPENGINE_ENV: 'development',
  TRAVEL_TOKEN: 'travel-demo-token',
  TRAVEL_KEY: 'travel-demo-key',
  TRAVEL_CLIENT_SECRET: 'travel-demo-secret',
}

interface TravelApi {
  server: Server
  url: string
}

let api: TravelApi
let desk: TestProject

beforeAll(async () => {
  const { startTravelApi } = (await import(join(repository, 'agents/travel-desk/api/server.mjs'))) as {
    startTravelApi(port: number): Promise<TravelApi>
  }
  api = await startTravelApi(0)
  const settings = readFileSync(join(repository, 'loopengine.config.yml'), 'utf8')
  const { port } = new URL(api.url)
  desk = project({ 'loopengine.config.yml': settings.replaceAll(':4010', `:${port}`) })
  cpSync(join(repository, 'agents/travel-desk'), desk.path('agents/travel-desk'), { recursive: true })
})

afterAll(() => void api.server.close())

async function call(tool: string, input: Record<string, unknown>, ...flags: string[]): Promise<CliResult> {
  return cli(['call', 'travel-desk', tool, '--args', JSON.stringify(input), ...flags], { cwd: desk.root, env })
}

async function value(tool: string, input: Record<string, unknown>, ...flags: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await call(tool, input, ...flags)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return stdout === '' ? undefined : JSON.parse(stdout)
}

const stay = { hotel_id: 'htl-11', guest: { name: 'A. Novak' }, checkin: '2026-12-10', checkout: '2026-12-12' }

describe('the travel desk, against its API', () => {
  it('is checked without a problem', async () => {
    const { code, stdout } = await cli(['check', '--strict'], { cwd: desk.root, env })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('no problems') })
  })

  it('finds hotels', async () => {
    expect(await value('search_hotels', { destination: 'Lisbon' })).toMatchObject({ total: 2 })
  })

  it('fills the airports in from a table and sends the key', async () => {
    expect(await value('search_flights', { to_city: 'Lisbon', date: '2026-12-10' })).toMatchObject({
      flights: [{ id: 'fl-101', from: 'BER', to: 'LIS', date: '2026-12-10' }],
    })
  })

  it('sends a form and asks for consent', async () => {
    expect((await call('hold_flight', { flight_id: 'fl-101' })).code).toBe(3)
    expect(await value('hold_flight', { flight_id: 'fl-101', seats: 2 }, '--approve')).toMatchObject({ price: 258 })
  })

  it('tries a busy service again', async () => {
    for (const city of ['Oslo', 'Vienna']) expect(await value('get_weather', { city })).toMatchObject({ city })
  })

  it('computes before the call and after it', async () => {
    expect(await value('convert_money', { amount: 5, to: 'USD' })).toMatchObject({ converted: 5.4 })
  })

  it('asks again for what can not be', async () => {
    const { code, stderr } = await call('convert_money', { amount: -1, to: 'USD' })
    expect(code).toBe(1)
    expect(stderr).toContain('How much should I convert?')
  })

  it('gets a token for itself', async () => {
    expect(await value('check_visa', { country: 'US' })).toMatchObject({ needed: true })
  })

  it('speaks SOAP, and a fault is data', async () => {
    expect(await value('lookup_policy', { policy_number: 'TP-2001' })).toMatchObject({ status: 'active' })
    expect(await value('lookup_policy', { policy_number: 'TP-9' })).toMatchObject({
      fault: { string: 'There is no policy TP-9.' },
    })
  })

  it('books only with a yes, at the endpoint of the region, and says so', async () => {
    expect((await call('book_hotel', stay)).code).toBe(3)
    const { code, stdout } = await call('book_hotel', stay, '--approve', '--json', '--user', 'ann')
    expect(code).toBe(0)
    const end = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect(end.outcome.value).toMatchObject({ hotel: 'Hotel Miramar', nights: 2, total: 240, region: 'eu' })
    expect(end.outcome.directives).toMatchObject([
      { do: 'respond', text: expect.stringContaining('240 EUR') },
      { do: 'end_turn' },
    ])
  })

  it('refuses dates that are none', async () => {
    const { code, stderr } = await call('book_hotel', { ...stay, checkout: '2026-02-30' }, '--approve')
    expect(code).toBe(1)
    expect(stderr).toContain('checkout')
  })

  it('needs somebody who is signed in for their trips', async () => {
    const { code, stderr } = await call('my_trips', {})
    expect(code).not.toBe(0)
    expect(stderr).toContain('--user')
  })

  it('answers on the offline model', async () => {
    const { code, stdout } = await cli(
      ['run', 'travel-desk', 'Which hotels are there in Lisbon?', '--model', 'offline'],
      {
        cwd: desk.root,
        env,
      },
    )
    expect(code).toBe(0)
    expect(stdout).toContain('Casa do Largo')
  })

  it('never shows a secret', async () => {
    const outputs = [
      await call('search_flights', { to_city: 'Lisbon', date: '2026-12-10' }, '--json'),
      await call('search_flights', { to_city: 'Lisbon', date: '2026-12-10' }, '--explain'),
      await call('check_visa', { country: 'US' }, '--explain'),
    ]
    const said = outputs.map(({ stdout, stderr }) => stdout + stderr).join('\n')
    for (const secret of [env.TRAVEL_TOKEN, env.TRAVEL_KEY, env.TRAVEL_CLIENT_SECRET])
      expect(said).not.toContain(secret)
  })
})
