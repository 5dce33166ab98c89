import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { balanceOf } from '../../agents/customer-service/balance.ts'
import { money, toMinor } from '../../agents/customer-service/money.ts'
import { type Order, readOrders, readShipments } from '../../agents/customer-service/store.ts'
import { getShipmentDetails } from '../../agents/customer-service/tools/get_shipment_details.ts'
import { tools } from '../../agents/customer-service/tools/index.ts'
import { issueRefund } from '../../agents/customer-service/tools/issue_refund.ts'
import { lookupOrder } from '../../agents/customer-service/tools/lookup_order.ts'
import { sendEmail } from '../../agents/customer-service/tools/send_email.ts'
import type { DecisionWord } from '../../src/core/rule.ts'
import type { ToolContext } from '../../src/core/tool.ts'
import { createGate } from '../../src/permissions/create-gate.ts'
import { readActauth } from '../../src/permissions/read-actauth.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const AGENT = join(REPOSITORY, 'agents/customer-service')

let data: string

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'customer-service-'))
  cpSync(join(AGENT, 'data'), data, { recursive: true })
  vi.stubEnv('CUSTOMER_SERVICE_DATA', data)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(data, { recursive: true, force: true })
})

function context(signal: AbortSignal = new AbortController().signal): ToolContext {
  return {
    agent: { name: 'customer-service', directory: AGENT },
    session: { id: 'test' },
    callId: 'call-1',
    tenant: 'default',
    environment: 'development',
    variables: {},
    signal,
    ask: () => Promise.reject(new Error('nobody is there')),
    progress: () => {},
    runAgent: () => Promise.reject(new Error('there is no other agent')),
    config: () => undefined,
    call: () => Promise.reject(new Error('there is no other tool')),
    emit: () => {},
  }
}

async function orderOf(id: string): Promise<Order> {
  const order = (await readOrders(context())).find(found => found.id === id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

async function refund(input: Record<string, unknown>): Promise<unknown> {
  return issueRefund.execute(input, context())
}

function bytes(name: string): string {
  return readFileSync(join(data, name), 'utf8')
}

describe('the agent', () => {
  it('opens without a diagnostic, with its four tools', async () => {
    const registry = await openRegistry(REPOSITORY, { only: 'customer-service' })
    const [assembled] = registry.agents.values()
    expect(assembled?.diagnostics).toEqual([])
    expect(Object.keys(assembled?.agent?.tools ?? {})).toEqual(expect.arrayContaining(tools.map(({ name }) => name)))
  })

  it('calls only its look-ups safe', () => {
    expect(tools.filter(({ safe }) => safe).map(({ name }) => name)).toEqual(['lookup_order', 'get_shipment_details'])
  })

  it.each<[string, Record<string, unknown>, string, DecisionWord]>([
    ['lookup_order', { orderId: 'A-1001' }, 'production', 'allow'],
    ['get_shipment_details', { orderId: 'A-1001' }, 'staging', 'allow'],
    ['issue_refund', { orderId: 'A-1001', amount: 5 }, 'production', 'ask'],
    ['issue_refund', { orderId: 'A-1001', amount: 50 }, 'development', 'allow'],
    ['issue_refund', { orderId: 'A-1001', amount: 50.01 }, 'development', 'ask'],
    ['issue_refund', { orderId: 'A-1001' }, 'development', 'ask'],
    ['issue_refund', { orderId: 'A-1001', amount: 5 }, 'staging', 'ask'],
    ['send_email', {}, 'development', 'ask'],
    ['delete_order', {}, 'development', 'deny'],
  ])('%s with %j in %s: %s', async (name, input, environment, decision) => {
    const text = readFileSync(join(AGENT, 'actauth.yml'), 'utf8')
    const { policy, diagnostics } = await readActauth(text, { file: 'actauth.yml', agentName: 'customer-service' })
    expect(diagnostics).toEqual([])
    expect(createGate(policy).decide({ name, input }, { tenant: 'default', environment }).decision).toBe(decision)
  })
})

describe('the data', () => {
  it('has orders of many kinds, all of invented customers', async () => {
    const orders = await readOrders(context())
    expect(orders.length).toBeGreaterThanOrEqual(40)
    expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length)
    expect(new Set(orders.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(8)
    expect(new Set(orders.map(({ shipTo }) => shipTo.country)).size).toBeGreaterThanOrEqual(10)
    expect(orders.every(({ customer }) => /^customer-\d+@example\.com$/.test(customer))).toBe(true)
  })

  it('adds up: items and shipping make the total, and nobody got back more than was paid', async () => {
    for (const order of await readOrders(context())) {
      const { currency, items, shipping, total, paid } = order
      const minor = (amount: number) => toMinor(amount, currency) ?? Number.NaN
      const sum = items.reduce((soFar, { price, quantity }) => soFar + minor(price) * quantity, minor(shipping))
      expect([order.id, sum]).toEqual([order.id, minor(total)])
      expect(balanceOf(order).refunded).toBeLessThanOrEqual(minor(paid))
    }
  })

  it('has shipments of known orders only, each item one that was ordered', async () => {
    const orders = await readOrders(context())
    for (const { orderId, items } of await readShipments(context())) {
      const ordered = orders.find(({ id }) => id === orderId)?.items.map(({ sku }) => sku)
      expect(ordered).toEqual(expect.arrayContaining(items.map(({ sku }) => sku)))
    }
  })
})

describe('look-ups', () => {
  it('tell status, total and what can be refunded', async () => {
    expect(await lookupOrder.execute({ orderId: 'A-1010' }, context())).toMatchObject({
      orderId: 'A-1010',
      status: 'delivered',
      total: 122.18,
      currency: 'EUR',
      refunded: 16.93,
      refundable: 105.25,
      refunds: [{ amount: 16.93 }],
    })
  })

  it('say so when there is no such order', async () => {
    expect(await lookupOrder.execute({ orderId: 'A-9999' }, context())).toEqual({
      error: 'Order A-9999 was not found.',
    })
  })

  it('show every parcel of a split order, with where it was seen last', async () => {
    expect(await getShipmentDetails.execute({ orderId: 'A-1022' }, context())).toMatchObject({
      shipments: [
        { status: 'delivered' },
        { status: 'in transit', lastSeen: '2026-08-14 Cleveland, US: Left the sorting centre' },
        { status: 'label printed' },
      ],
    })
  })

  it('say so when an order has no parcel', async () => {
    expect(await getShipmentDetails.execute({ orderId: 'A-1008' }, context())).toEqual({
      error: 'Order A-1008 has no shipments.',
    })
  })

  it('read the files at every call', async () => {
    writeFileSync(join(data, 'orders.json'), bytes('orders.json').replace('"status": "shipped"', '"status": "stolen"'))
    expect(await lookupOrder.execute({ orderId: 'A-1001' }, context())).toMatchObject({ status: 'stolen' })
  })
})

describe('a refund', () => {
  it('is written into the order and tells what is left', async () => {
    expect(await refund({ orderId: 'A-1001', amount: 12.5, reason: 'scratched' })).toEqual({
      refundId: 'R-9012',
      orderId: 'A-1001',
      refunded: 12.5,
      currency: 'USD',
      refundable: 167.3,
    })
    expect((await orderOf('A-1001')).refunds).toMatchObject([{ id: 'R-9012', amount: 12.5, reason: 'scratched' }])
  })

  it('changes nothing else in the file', async () => {
    const before = bytes('orders.json')
    await refund({ orderId: 'A-1003', amount: 40 })
    const after = JSON.parse(bytes('orders.json'))
    for (const order of after.orders) if (order.id === 'A-1003') order.refunds = []
    expect(`${JSON.stringify(after, null, 2)}\n`).toBe(before)
    expect(readdirSync(data).toSorted()).toEqual(['orders.json', 'shipments.json'])
  })

  it('can be of the whole rest, to the last cent', async () => {
    expect(await refund({ orderId: 'A-1021', amount: 56.24 })).toMatchObject({ refundable: 0 })
    await expect(refund({ orderId: 'A-1021', amount: 0.01 })).rejects.toThrow('was refunded in full already')
  })

  it('may come in parts', async () => {
    await refund({ orderId: 'A-1013', amount: 0.1 })
    await refund({ orderId: 'A-1013', amount: 0.2 })
    expect(await refund({ orderId: 'A-1013', amount: 99.7 })).toMatchObject({ refundable: 0 })
  })

  it.each([
    ['JPY', 'A-1007', 1_200],
    ['KWD', 'A-1017', 1.255],
    ['GBP', 'A-1024', 10.01],
  ])('keeps to the decimals of %s', async (currency, orderId, amount) => {
    expect(await refund({ orderId, amount, currency })).toMatchObject({ refunded: amount, currency })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an order that is not there', { orderId: 'A-9999', amount: 1 }, 'Order A-9999 was not found'],
    ['more than was paid', { orderId: 'A-1001', amount: 179.81 }, 'At most 179.80 USD of order A-1001'],
    ['more than is left', { orderId: 'A-1010', amount: 105.26 }, 'At most 105.25 EUR'],
    ['an order refunded in full', { orderId: 'A-1030', amount: 1 }, 'refunded in full already'],
    ['an order cancelled before it was charged', { orderId: 'A-1005', amount: 1 }, 'was cancelled'],
    ['an order cancelled after it was charged', { orderId: 'A-1006', amount: 1 }, 'was cancelled'],
    ['a pre-order that is not charged yet', { orderId: 'A-1008', amount: 1 }, 'Nothing was charged'],
    ['a free replacement', { orderId: 'A-1032', amount: 1 }, 'Nothing was charged'],
    ['another currency', { orderId: 'A-1002', amount: 5, currency: 'USD' }, 'was paid in EUR, not in USD'],
    ['half a yen', { orderId: 'A-1007', amount: 100.5 }, 'JPY has 0 decimals'],
    ['a tenth of a cent', { orderId: 'A-1001', amount: 1.005 }, 'USD has 2 decimals'],
    ['nothing', { orderId: 'A-1001', amount: 0 }, 'more than nothing'],
    ['less than nothing', { orderId: 'A-1001', amount: -5 }, 'more than nothing'],
    ['no number', { orderId: 'A-1001', amount: Number.NaN }, 'too fine'],
  ])('of %s is refused and writes nothing', async (_what, input, words) => {
    const before = bytes('orders.json')
    await expect(refund(input)).rejects.toThrow(words)
    expect(bytes('orders.json')).toBe(before)
    expect(existsSync(join(data, 'orders.json.lock'))).toBe(false)
  })

  it('that is sent twice is refused the second time', async () => {
    await refund({ orderId: 'A-1001', amount: 12.5 })
    await expect(refund({ orderId: 'A-1001', amount: 12.5 })).rejects.toThrow(
      '12.50 USD of order A-1001 went back just now',
    )
    expect((await orderOf('A-1001')).refunds).toHaveLength(1)
  })

  it('of the same amount is possible again later', async () => {
    await refund({ orderId: 'A-1001', amount: 12.5 })
    const earlier = new Date(Date.now() - 11 * 60_000).toISOString()
    const { at } = (await orderOf('A-1001')).refunds[0] ?? { at: '' }
    writeFileSync(join(data, 'orders.json'), bytes('orders.json').replace(at, earlier))
    expect(await refund({ orderId: 'A-1001', amount: 12.5 })).toMatchObject({ refunded: 12.5 })
  })

  it('waits for a lock, and gives up when the turn is stopped', async () => {
    writeFileSync(join(data, 'orders.json.lock'), '')
    const stop = new AbortController()
    const waiting = issueRefund.execute({ orderId: 'A-1001', amount: 1 }, context(stop.signal))
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    expect((await orderOf('A-1001')).refunds).toEqual([])
  })

  it('is not lost when several processes write at once', async () => {
    const amounts = Array.from({ length: 3 }, (_, writer) => Array.from({ length: 5 }, (_, n) => 1 + writer + n / 10))
    await Promise.all(amounts.map(own => refundInProcess('A-1013', own)))
    const recorded = (await orderOf('A-1013')).refunds
    expect(recorded.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(amounts.flat())
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(15)
  })
})

describe('an email', () => {
  it('is kept as one line of the outbox and sent nowhere', async () => {
    const mail = { to: 'customer-01@example.com', subject: 'Your order', body: 'Two\nlines' }
    await sendEmail.execute(mail, context())
    await sendEmail.execute({ ...mail, subject: 'A\r\nBcc: everybody@example.com' }, context())
    const lines = bytes('outbox.jsonl')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines).toMatchObject([mail, { subject: 'A Bcc: everybody@example.com' }])
  })
})

describe('money', () => {
  it.each([
    [12.5, 'USD', '12.50 USD'],
    [0.1 + 0.2, 'EUR', '0.30 EUR'],
    [1_200, 'JPY', '1200 JPY'],
    [1.255, 'KWD', '1.255 KWD'],
  ])('%f %s is %s', (amount, currency, words) => {
    expect(money(toMinor(amount, currency) ?? Number.NaN, currency)).toBe(words)
  })
})

/** A process of its own that refunds these amounts one after the other. */
async function refundInProcess(orderId: string, amounts: number[]): Promise<void> {
  const script = `
    import { createJiti } from 'jiti'
    const alias = { loopengine: ${JSON.stringify(join(REPOSITORY, 'src/tools/define-tool.ts'))} }
    const jiti = createJiti(${JSON.stringify(join(REPOSITORY, 'index.js'))}, { alias })
    const { issueRefund } = await jiti.import(${JSON.stringify(join(AGENT, 'tools/issue_refund.ts'))})
    const signal = new AbortController().signal
    for (const amount of ${JSON.stringify(amounts)}) {
      await issueRefund.execute({ orderId: ${JSON.stringify(orderId)}, amount }, { agent: {}, signal })
    }
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: REPOSITORY,
    env: { ...process.env, CUSTOMER_SERVICE_DATA: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`a writer ended with ${code}`)
}
