import { defineTool } from 'loopengine'
import { fromMinor, toMinor } from '../lib/amounts.js'
import { quote } from '../lib/refund-terms.js'

const DAY_MS = 86_400_000

export const quoteRefund = defineTool({
  name: 'quote_refund',
  description:
    'Work out what a customer gets back for items that are returned, by the terms of the shop. Pays nothing.',
  input_schema: {
    type: 'object',
    properties: {
      paid: { type: 'number', description: 'What was paid for the items that come back', exclusiveMinimum: 0 },
      shipping: { type: 'number', description: 'What was paid for shipping', minimum: 0 },
      currency: { type: 'string', description: 'As in EUR', pattern: '^[A-Z]{3}$', examples: ['EUR'] },
      deliveredOn: { type: 'string', format: 'date', description: 'The day the items arrived' },
      condition: { type: 'string', enum: ['unopened', 'opened', 'used', 'faulty'], description: 'How they come back' },
    },
    required: ['paid', 'currency', 'deliveredOn', 'condition'],
  },
  safe: true,
  execute: ({ paid, shipping = 0, currency, deliveredOn, condition }) => {
    const days = Math.floor((Date.now() - Date.parse(`${deliveredOn}T00:00:00Z`)) / DAY_MS)
    if (!(days >= 0)) throw new Error(`${deliveredOn} is still to come: nothing was delivered yet.`)
    const returned = { paid: toMinor(paid, currency), shipping: toMinor(shipping, currency), days, condition }
    const { refund, steps } = quote(returned)
    return { refund: fromMinor(refund, currency), currency, days, steps }
  },
})
