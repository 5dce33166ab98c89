import type { Message } from '../../../src/core/message.ts'
import { callsOf, textOf } from '../../../src/core/message.ts'
import type { Model } from '../../../src/core/model.ts'
import type { ToolCall, ToolDefinition } from '../../../src/core/tool.ts'
import { offlineModel } from '../../../src/models/offline/offline-model.ts'

export type SmallTool = Pick<ToolDefinition, 'name' | 'description' | 'input_schema'> & {
  run?: (input: Record<string, unknown>) => unknown
}

export interface Turn {
  /** The calls of each model step. */
  steps: ToolCall[][]
  calls: ToolCall[]
  text: string
}

export const CLOCK = () => new Date('2026-05-04T10:00:00Z')

/** A conversation with the offline model over small tools, each turn played to its end. */
export function converse(tools: SmallTool[], options: { system?: string; model?: Model } = {}) {
  const messages: Message[] = []
  const model = options.model ?? offlineModel({ now: CLOCK })
  async function step() {
    const signal = new AbortController().signal
    for await (const part of model.stream({ system: options.system ?? '', messages, tools, signal })) {
      if (part.type === 'finish') return part.message
    }
    throw new Error('no finish')
  }
  async function say(text: string): Promise<Turn> {
    messages.push({ role: 'user', text })
    const steps: ToolCall[][] = []
    for (let count = 0; count < 12; count++) {
      const message = await step()
      messages.push(message)
      const calls = callsOf(message)
      if (calls.length === 0) return { steps, calls: steps.flat(), text: textOf(message) }
      steps.push(calls)
      messages.push({ role: 'tool', results: calls.map(call => resultOf(call, tools)) })
    }
    throw new Error('the turn does not end')
  }
  return { say, messages }
}

function resultOf(call: ToolCall, tools: SmallTool[]) {
  const about = { callId: call.id, name: call.name }
  try {
    const value = tools.find(({ name }) => name === call.name)?.run?.(call.input) ?? { ok: true }
    if (value instanceof Denied) return { ...about, kind: 'denied' as const, text: value.reason }
    return { ...about, kind: 'ok' as const, text: typeof value === 'string' ? value : JSON.stringify(value) }
  } catch (error) {
    return { ...about, kind: 'failed' as const, text: (error as Error).message }
  }
}

export class Denied {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const string = (description?: string, more: object = {}) => ({
  type: 'string',
  ...(description ? { description } : {}),
  ...more,
})

function schema(properties: Record<string, object>, required: string[] = Object.keys(properties)) {
  return { type: 'object', properties: properties as never, required }
}

const ORDERS: Record<string, object> = {
  'A-1001': { orderId: 'A-1001', status: 'shipped', total: 42.5, items: ['mug', 'lamp'] },
  'A-1003': { orderId: 'A-1003', status: 'delivered', total: 80 },
}
const refunded = new Set(['A-1002'])

export const SYSTEM_TOOLS: SmallTool[] = [
  {
    name: 'readFile',
    description: 'Read a text file of this project',
    input_schema: schema({ path: string('Path of the file') }),
    run: ({ path }) => `content of ${path}`,
  },
  {
    name: 'system_ask_user',
    description: 'Ask the user a question and wait for the answer',
    input_schema: schema({ question: string(), choices: { type: 'array', items: { type: 'string' } } }, ['question']),
    run: () => 'blue',
  },
]

export const ORDER_TOOLS: SmallTool[] = [
  {
    name: 'lookup_order',
    description: "Look up an order's total and status",
    input_schema: schema({ orderId: string('The order id', { pattern: '^A-\\d{4}$', examples: ['A-1001'] }) }),
    run: ({ orderId }) => ORDERS[orderId as string] ?? { error: `Order ${orderId} not found` },
  },
  {
    name: 'get_shipment_details',
    description: 'Carrier, tracking number and delivery estimate of an order',
    input_schema: schema({ orderId: string('The order id', { examples: ['A-1001'] }) }),
    run: ({ orderId }) => ({ orderId, carrier: 'DHL', tracking: 'JD014', eta: '2026-05-06' }),
  },
  {
    name: 'issue_refund',
    description: 'Refund an order, in full or in part',
    input_schema: schema(
      {
        orderId: string('The order id', { pattern: '^A-\\d{4}$' }),
        amount: { type: 'number', description: 'Amount to refund' },
        reason: string('Why the customer gets it'),
      },
      ['orderId'],
    ),
    run: ({ orderId, amount }) =>
      refunded.has(orderId as string)
        ? { error: `Order ${orderId} is already refunded` }
        : { refundId: 'R-1', orderId, amount: amount ?? 80 },
  },
  {
    name: 'send_email',
    description: 'Send an e-mail to a customer',
    input_schema: schema({ to: string('E-mail address', { format: 'email' }), subject: string(), body: string() }),
    run: ({ to }) => ({ sent: true, to }),
  },
  ...SYSTEM_TOOLS,
]

export const SEA_TOOLS: SmallTool[] = [
  {
    name: 'get_tide',
    description: 'The tide at a port',
    input_schema: schema({ port: string('Name of the port') }),
    run: ({ port }) => ({ port, metres: 4.2 }),
  },
  {
    name: 'get_wind',
    description: 'The wind at a port',
    input_schema: schema({ port: string('Name of the port') }),
    run: ({ port }) => ({ port, knots: 17 }),
  },
]

export const LIBRARY_TOOLS: SmallTool[] = [
  {
    name: 'search_books',
    description: 'Search the catalogue by words',
    input_schema: schema({ query: string('Words to look for') }),
    run: ({ query }) => [
      { title: `About ${query}`, author: 'Le Guin', copies: 2 },
      { title: 'Dune', author: 'Herbert', copies: 0 },
    ],
  },
  {
    name: 'list_loans',
    description: "List a member's loans",
    input_schema: schema({ memberId: string('Member number', { examples: ['M-12'] }) }),
    run: ({ memberId }) => ({ memberId, loans: [{ loanId: 'L-7', title: 'Dune', due: '2026-05-10' }] }),
  },
  {
    name: 'renew_loan',
    description: 'Renew a loan',
    input_schema: schema({ loanId: string('Loan number', { examples: ['L-7'] }), weeks: { type: 'integer' } }, [
      'loanId',
    ]),
    run: ({ loanId, weeks }) => ({ loanId, due: '2026-05-24', weeks: weeks ?? 2 }),
  },
  {
    name: 'add_note',
    description: 'Add a note to a member',
    input_schema: schema({ memberId: string('Member number', { examples: ['M-12'] }), text: string('The note') }),
    run: () => null,
  },
]

export const INVOICE_TOOLS: SmallTool[] = [
  {
    name: 'findInvoices',
    description: 'Finds invoices by their state',
    input_schema: schema(
      { state: string('State', { enum: ['open', 'paid', 'overdue'] }), limit: { type: 'integer' } },
      ['state'],
    ),
    run: ({ state }) => ({ invoices: [{ number: 'INV-2026-7', state, amount: 120.5 }], total: 1 }),
  },
  {
    name: 'getInvoice',
    description: 'Returns one invoice',
    input_schema: schema({ number: string('Invoice number, such as INV-2026-7') }),
    run: ({ number }) => ({ number, amount: 120.5, customer: { name: 'Ada', city: 'Turin' }, paid: false }),
  },
  {
    name: 'payInvoice',
    description: 'Pays an invoice',
    input_schema: schema(
      { number: string('Invoice number, such as INV-2026-7'), on: string('Date of payment', { format: 'date' }) },
      ['number'],
    ),
    run: () => new Denied('paying is not allowed here'),
  },
  {
    name: 'create_invoice',
    description: 'Create an invoice for a customer',
    input_schema: schema(
      {
        customer: string('Name of the customer'),
        amount: { type: 'number' },
        currency: string('', { enum: ['EUR', 'USD'] }),
      },
      ['customer', 'amount'],
    ),
    run: ({ customer, amount }) => ({ number: 'INV-2026-8', customer, amount }),
  },
]

export const WEATHER_TOOLS: SmallTool[] = [
  {
    name: 'get_weather',
    description: 'Current temperature, wind and rain in a city',
    input_schema: schema({ city: string('City'), unit: string('', { enum: ['celsius', 'fahrenheit'] }) }, ['city']),
    run: ({ city }) => ({ city, temperature: 11, rain: false, wind: { speed: 14, direction: 'NW' } }),
  },
  {
    name: 'get_weather_forecast',
    description: 'Forecast for a city on a day',
    input_schema: schema({ city: string('City'), date: string('Day', { format: 'date' }) }),
    run: ({ city, date }) => ({ city, date, summary: 'sunny spells' }),
  },
  {
    name: 'set_alert',
    description: 'Set an alert for a city',
    input_schema: schema({ city: string('City'), above: { type: 'number', description: 'Degrees' } }),
    run: () => ({ ok: true }),
  },
]
