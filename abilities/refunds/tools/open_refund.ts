import { createHash } from 'node:crypto'
import { defineTool } from 'loopengine'
import { toMinor } from '../lib/amounts.js'

export const openRefund = defineTool({
  name: 'open_refund',
  description: 'Pay an amount back for an order. Call quote_refund first, and tell the customer the amount.',
  input_schema: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'The order number', minLength: 1, maxLength: 64 },
      amount: { type: 'number', description: 'The amount to pay back', exclusiveMinimum: 0 },
      currency: { type: 'string', description: 'As in EUR', pattern: '^[A-Z]{3}$', examples: ['EUR'] },
      reason: { type: 'string', description: 'Why the money goes back', minLength: 1, maxLength: 200 },
    },
    required: ['orderId', 'amount', 'currency', 'reason'],
  },
  execute: async ({ orderId, amount, currency, reason }, { session, signal }) => {
    const minor = toMinor(amount, currency)
    const response = await fetch(new URL('refunds', serviceUrl()), {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${setting('REFUNDS_TOKEN')}`,
        // The same refund asked for twice in one conversation is paid once.
        'idempotency-key': createHash('sha256').update(`${session.id} ${orderId} ${minor} ${currency}`).digest('hex'),
      },
      body: JSON.stringify({ orderId, amountMinor: minor, currency, reason }),
    })
    if (!response.ok)
      throw new Error(`The payment service refused the refund (${response.status}): ${await shortText(response)}`)
    return response.json()
  },
})

/** With a slash at its end, so that the path is put behind it. */
function serviceUrl(): string {
  return setting('REFUNDS_URL').replace(/\/*$/, '/')
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: refunds cannot be paid until it is.`)
  return value
}

async function shortText(response: Response): Promise<string> {
  return (await response.text()).slice(0, 300)
}
