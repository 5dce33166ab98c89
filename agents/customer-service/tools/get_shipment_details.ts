import { defineTool } from 'loopengine'
import { readShipments, type Shipment } from '../store.js'

export const getShipmentDetails = defineTool({
  name: 'get_shipment_details',
  description:
    'Get the shipments of an order: where each parcel is, its carrier, tracking number and expected delivery',
  input_schema: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'The order number', pattern: '^[A-Z]-\\d{4}$', examples: ['A-1001'] },
    },
    required: ['orderId'],
  },
  execute: async ({ orderId }, context) => {
    const shipments = (await readShipments(context)).filter(shipment => shipment.orderId === orderId)
    return shipments.length > 0
      ? { orderId, shipments: shipments.map(summaryOf) }
      : { error: `Order ${orderId} has no shipments.` }
  },
  safe: true,
})

function summaryOf({ id, status, carrier, tracking, expected, items, events }: Shipment) {
  const history = events.map(({ at, place, what }) => `${at.slice(0, 10)} ${place}: ${what}`)
  return {
    shipmentId: id,
    status,
    carrier,
    tracking,
    expected,
    lastSeen: history.at(-1),
    contents: items.map(({ sku, quantity }) => `${quantity} × ${sku}`),
    history,
  }
}
