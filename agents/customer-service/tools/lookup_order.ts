import { defineTool } from 'loopengine'
import { balanceOf } from '../balance.js'
import { fromMinor } from '../money.js'
import { type Order, readOrders } from '../store.js'

export const lookupOrder = defineTool({
  name: 'lookup_order',
  description: "Look up an order's status, total and items, and how much of it was refunded",
  input_schema: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'The order number', pattern: '^[A-Z]-\\d{4}$', examples: ['A-1001'] },
    },
    required: ['orderId'],
  },
  execute: async ({ orderId }, context) => {
    const order = (await readOrders(context)).find(({ id }) => id === orderId)
    return order ? summaryOf(order) : { error: `Order ${orderId} was not found.` }
  },
  safe: true,
})

function summaryOf(order: Order) {
  const { id, status, placedAt, customer, shipTo, total, paid, currency, items, refunds, note } = order
  const { refunded, refundable } = balanceOf(order)
  return {
    orderId: id,
    status,
    orderDate: placedAt,
    customer,
    destination: `${shipTo.city}, ${shipTo.country}`,
    items: items.map(({ name, quantity }) => `${quantity} × ${name}`),
    total,
    paid,
    currency,
    refunded: fromMinor(refunded, currency),
    refundable: status === 'cancelled' ? 0 : fromMinor(refundable, currency),
    ...(refunds.length > 0 ? { refunds } : {}),
    ...(note ? { note } : {}),
  }
}
