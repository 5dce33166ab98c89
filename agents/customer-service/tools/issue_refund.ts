import { defineTool } from 'loopengine'
import { balanceOf } from '../balance.js'
import { decimalsOf, fromMinor, money, toMinor } from '../money.js'
import { changeOrders, type Order } from '../store.js'

/** The same amount on the same order within this time is taken for a request that was sent twice. */
const TWICE_WITHIN_MS = 10 * 60_000

export const issueRefund = defineTool({
  name: 'issue_refund',
  description: 'Issue a refund for an order, whole or in part, in the currency of the order',
  input_schema: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'The order number', pattern: '^[A-Z]-\\d{4}$', examples: ['A-1001'] },
      amount: { type: 'number', description: 'The amount to refund', exclusiveMinimum: 0, examples: [12.5] },
      currency: { type: 'string', description: "Checked against the order's currency", pattern: '^[A-Z]{3}$' },
      reason: { type: 'string', description: 'Why the money goes back', maxLength: 200 },
    },
    required: ['orderId', 'amount'],
  },
  execute: ({ orderId, amount, currency, reason }, context) =>
    changeOrders(context, orders => {
      const order = orders.find(({ id }) => id === orderId)
      if (!order) throw new Error(`Order ${orderId} was not found.`)
      const minor = checkedAmount(order, amount, currency)
      const refund = {
        id: nextRefundId(orders),
        amount: fromMinor(minor, order.currency),
        reason: reason ?? 'requested by the customer',
        at: new Date().toISOString(),
      }
      order.refunds.push(refund)
      const left = fromMinor(balanceOf(order).refundable, order.currency)
      return { refundId: refund.id, orderId, refunded: refund.amount, currency: order.currency, refundable: left }
    }),
})

/** The amount in the smallest unit of the order's currency; throws when it must not be refunded. */
function checkedAmount(order: Order, amount: number, currency: string | undefined): number {
  const { id, currency: own } = order
  if (order.status === 'cancelled') throw new Error(`Order ${id} was cancelled; there is nothing to refund.`)
  if (order.paid === 0) throw new Error(`Nothing was charged for order ${id} so far; there is nothing to refund.`)
  if (currency !== undefined && currency !== own) throw new Error(`Order ${id} was paid in ${own}, not in ${currency}.`)
  const minor = toMinor(amount, own)
  if (minor === undefined) throw new Error(`${amount} is too fine: ${own} has ${decimalsOf(own)} decimals.`)
  if (!(minor > 0)) throw new Error(`A refund has to be more than nothing, and ${amount} is not.`)
  const { refundable } = balanceOf(order)
  if (refundable === 0) throw new Error(`Order ${id} was refunded in full already.`)
  refuseTwice(order, minor)
  if (minor > refundable) throw new Error(`At most ${money(refundable, own)} of order ${id} can still be refunded.`)
  return minor
}

function refuseTwice({ id, currency, refunds }: Order, minor: number): void {
  const since = Date.now() - TWICE_WITHIN_MS
  const same = refunds.find(({ amount, at }) => toMinor(amount, currency) === minor && Date.parse(at) > since)
  if (!same) return
  const again = new Date(Date.parse(same.at) + TWICE_WITHIN_MS).toISOString()
  throw new Error(
    `${money(minor, currency)} of order ${id} went back just now (${same.id}). If more is meant: from ${again} on.`,
  )
}

function nextRefundId(orders: readonly Order[]): string {
  const numbers = orders.flatMap(({ refunds }) => refunds.map(({ id }) => Number(id.slice(2))))
  return `R-${Math.max(9000, ...numbers) + 1}`
}
