import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolContext } from 'loopengine'

export interface Refund {
  id: string
  /** In the order's currency, as are all amounts of an order. */
  amount: number
  reason: string
  at: string
}

export interface Order {
  id: string
  placedAt: string
  customer: string
  status: string
  currency: string
  total: number
  /** What was charged so far; 0 before that. */
  paid: number
  shipping: number
  shipTo: { street: string; city: string; postalCode: string; country: string }
  items: { sku: string; name: string; quantity: number; price: number }[]
  refunds: Refund[]
  note?: string
}

export interface Shipment {
  id: string
  orderId: string
  carrier: string
  tracking: string
  status: string
  expected: string
  items: { sku: string; quantity: number }[]
  events: { at: string; place: string; what: string }[]
}

const LOCK_WAIT_MS = 5_000

/** Where the shop's files lie: beside this agent, or where `CUSTOMER_SERVICE_DATA` says. */
export function dataFile(context: ToolContext, name: string): string {
  return join(process.env.CUSTOMER_SERVICE_DATA ?? join(context.agent.directory, 'data'), name)
}

/** Reads the file at every call, so that what was edited by hand counts at once. */
export async function readOrders(context: ToolContext): Promise<Order[]> {
  return JSON.parse(await readFile(dataFile(context, 'orders.json'), 'utf8')).orders
}

export async function readShipments(context: ToolContext): Promise<Shipment[]> {
  return JSON.parse(await readFile(dataFile(context, 'shipments.json'), 'utf8')).shipments
}

/**
 * Changes the orders under a lock, so that two processes never overwrite each other. When `change` throws, nothing is
 * written; a reader sees the file as it was or as it will be, never half of it.
 */
export async function changeOrders<Result>(context: ToolContext, change: (orders: Order[]) => Result): Promise<Result> {
  const path = dataFile(context, 'orders.json')
  const unlock = await lock(`${path}.lock`, context.signal)
  try {
    const orders = await readOrders(context)
    const result = change(orders)
    await replace(path, `${JSON.stringify({ orders }, null, 2)}\n`)
    return result
  } finally {
    await unlock()
  }
}

/** Only one process can create the lock file; the others wait for it to go. */
async function lock(path: string, signal: AbortSignal): Promise<() => Promise<void>> {
  const deadline = Date.now() + LOCK_WAIT_MS
  for (;;) {
    signal.throwIfAborted()
    const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (handle) {
      await handle.close()
      return () => rm(path, { force: true })
    }
    if (Date.now() > deadline) throw new Error(`The orders are locked. If nothing else is running, delete ${path}.`)
    await sleep(10 + Math.random() * 20)
  }
}

async function replace(path: string, text: string): Promise<void> {
  const next = `${path}.${randomUUID()}.tmp`
  try {
    const handle = await open(next, 'wx')
    await handle
      .writeFile(text)
      .then(() => handle.sync())
      .finally(() => handle.close())
    await rename(next, path)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}
