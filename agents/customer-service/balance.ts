import { toMinor } from './money.js'
import type { Order } from './store.js'

/** What was refunded of an order and what can be, in the smallest unit of its currency. */
export function balanceOf({ currency, paid, refunds }: Order): { refunded: number; refundable: number } {
  const minor = (amount: number) => toMinor(amount, currency) ?? 0
  const refunded = refunds.reduce((sum, { amount }) => sum + minor(amount), 0)
  return { refunded, refundable: Math.max(0, minor(paid) - refunded) }
}
