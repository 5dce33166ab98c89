import { Denied, type SmallTool } from './offline-conversation.ts'

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

export const NOTE_TOOLS: SmallTool[] = [
  {
    name: 'list_notes',
    description: 'List the notes that were kept, oldest first',
    input_schema: schema({}),
    run: () => ({ notes: ['buy milk', 'call the bank'] }),
  },
  {
    name: 'add_note',
    description: 'Add a note to the ones that are kept',
    input_schema: schema({ text: string('The note, one line', { examples: ['call the bank'] }) }),
    run: () => ({ kept: 3 }),
  },
  ...SYSTEM_TOOLS,
]

const city = (description: string) => string(description)
const currency = string('Currency code', { enum: ['EUR', 'USD', 'GBP'] })

export const TRAVEL_TOOLS: SmallTool[] = [
  {
    name: 'search_flights',
    description: 'Search flights between two cities on a date',
    input_schema: schema(
      {
        origin: city('City of departure'),
        destination: city('City of arrival'),
        date: string('Day of travel', { format: 'date' }),
        passengers: { type: 'integer', description: 'How many passengers' },
      },
      ['origin', 'destination', 'date'],
    ),
    run: () => ({ flights: [{ number: 'XX1', price: 99 }] }),
  },
  {
    name: 'book_flight',
    description: 'Book a flight',
    input_schema: schema({
      flightNumber: string('Flight number'),
      passengerName: string('Full name of the passenger'),
    }),
    run: () => ({ bookingId: 'B1' }),
  },
  {
    name: 'cancel_booking',
    description: 'Cancel a booking',
    input_schema: schema({ bookingId: string('Booking id') }),
    run: () => ({ cancelled: true }),
  },
  {
    name: 'convert_currency',
    description: 'Convert an amount from one currency into another',
    input_schema: schema({ amount: { type: 'number' }, from: currency, to: currency }),
    run: () => ({ result: 123.5 }),
  },
]

export const HOME_TOOLS: SmallTool[] = [
  {
    name: 'turn_on_light',
    description: 'Turn on the light of a room',
    input_schema: schema({ room: string('Room') }),
  },
  {
    name: 'set_temperature',
    description: 'Set the temperature of a room',
    input_schema: schema({ room: string('Room'), degrees: { type: 'number' } }),
  },
  {
    name: 'get_temperature',
    description: 'Temperature of a room',
    input_schema: schema({ room: string('Room') }),
    run: ({ room }) => ({ room, celsius: 21 }),
  },
]
