import { project, type TestProject } from './project.ts'

const INDEX = `import type { AgentConfig } from 'loopengine'
export const config: AgentConfig = { name: 'shop', systemPrompt: 'You help with orders.' }
`

const TOOLS = `import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, type ToolDefinition } from 'loopengine'

const orderId = { type: 'string', description: 'The order id.', pattern: '^A-\\\\d+$', examples: ['A-1001'] } as const
const orders: Record<string, object> = { 'A-1001': { status: 'shipped', total: 80 }, 'A-1002': { status: 'packed', total: 25 } }

export const tools: ToolDefinition[] = [
  defineTool({
    name: 'lookup_order',
    description: 'Look up an order: its status and total.',
    safe: true,
    input_schema: { type: 'object', properties: { orderId }, required: ['orderId'], additionalProperties: false },
    execute: async ({ orderId }) => {
      const order = orders[orderId]
      if (!order) throw new Error('There is no order ' + orderId + '.')
      await sleep(40)
      return { orderId, ...order }
    },
  }),
  defineTool({
    name: 'get_shipment',
    description: 'Get the shipment of an order: its carrier and tracking number.',
    safe: true,
    input_schema: { type: 'object', properties: { orderId }, required: ['orderId'], additionalProperties: false },
    execute: async ({ orderId }) => {
      await sleep(20)
      return { orderId, carrier: 'Parcel Post', tracking: 'JD0146' }
    },
  }),
  defineTool({
    name: 'issue_refund',
    description: 'Refund an order.',
    input_schema: {
      type: 'object',
      properties: { orderId, amount: { type: 'number' }, note: { type: 'string' } },
      required: ['orderId'],
      additionalProperties: false,
    },
    execute: ({ orderId, amount }, context) => {
      appendFileSync('refunds.txt', [orderId, amount, context.tenant, context.environment, context.user?.id].join(' ') + '\\n')
      return { refunded: orderId, ...(amount === undefined ? {} : { amount }) }
    },
  }),
  defineTool({
    name: 'delete_account',
    description: 'Delete the account of a customer.',
    input_schema: { type: 'object', properties: { customer: { type: 'string' } }, required: ['customer'] },
    execute: () => 'gone',
  }),
  defineTool({
    name: 'wrap_gift',
    description: 'Wrap an order as a gift.',
    input_schema: { type: 'object', properties: { orderId }, required: ['orderId'], additionalProperties: false },
    execute: async ({ orderId }, context) => ({
      orderId,
      colour: await context.ask({ text: 'Which colour?', choices: ['red', 'green'] }),
    }),
  }),
  defineTool({
    name: 'count_stock',
    description: 'Count the stock. Takes as long as nobody stops it.',
    input_schema: { type: 'object', properties: {}, additionalProperties: false },
    execute: async (_input, { signal, progress }) => {
      appendFileSync('counting.txt', 'started\\n')
      progress('counting shelf 1')
      await sleep(600_000, undefined, { signal })
      return 'counted'
    },
  }),
  defineTool({
    name: 'read_variables',
    description: 'The variables of the session.',
    safe: true,
    input_schema: { type: 'object', properties: {}, additionalProperties: false },
    execute: (_input, { variables }) => variables,
  }),
  defineTool({
    name: 'rename_customer',
    description: 'Change the name of the customer in the variables.',
    input_schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    execute: ({ name }, { variables }) => {
      variables.customer = { name }
      return 'renamed'
    },
  }),
  defineTool({
    name: 'break_shelf',
    description: 'Breaks, with text that means harm to a terminal.',
    input_schema: { type: 'object', properties: {}, additionalProperties: false },
    execute: () => {
      throw new Error('The shelf\\u001b[2J broke.\\u0007 \\u202eevil')
    },
  }),
  defineTool({
    name: 'print_label',
    description: 'Prints with console.log on its way.',
    input_schema: { type: 'object', properties: {}, additionalProperties: false },
    execute: () => {
      console.log('a line of the tool')
      return 'printed'
    },
  }),
  defineTool({
    name: 'leave_late_error',
    description: 'Leaves a promise behind that is rejected later.',
    input_schema: { type: 'object', properties: {}, additionalProperties: false },
    execute: async () => {
      void sleep(10).then(() => Promise.reject(new Error('nobody waits for me')))
      await sleep(60)
      return 'left'
    },
  }),
]
`

const ACTAUTH = `default_decision: deny
rules:
  - { name: orders, scope: "*/*", tool: lookup_order, decision: allow }
  - { name: shipments, scope: "*/*", tool: get_shipment, decision: allow }
  - { name: refunds, scope: "*/*", tool: issue_refund, decision: ask }
  - { name: refunds-tried, scope: "*/development", tool: issue_refund, decision: allow }
  - { name: gifts, scope: "*/*", tool: wrap_gift, decision: allow }
  - { name: stock, scope: "*/*", tool: count_stock, decision: allow }
  - { name: variables, scope: "*/*", tool: read_variables, decision: allow }
  - { name: renames, scope: "*/*", tool: rename_customer, decision: allow }
  - { name: shelf, scope: "*/*", tool: break_shelf, decision: allow }
  - { name: label, scope: "*/*", tool: print_label, decision: allow }
  - { name: late, scope: "*/*", tool: leave_late_error, decision: allow }
`

/**
 * A small project with one agent `shop`: safe look-ups, a refund that asks (and writes refunds.txt in the folder the
 * command runs in), a denied tool, one that asks the person, one that never ends, one that throws.
 */
export function shop(files: Record<string, string> = {}): TestProject {
  return project({
    'agents/shop/index.ts': INDEX,
    'agents/shop/tools/index.ts': TOOLS,
    'agents/shop/actauth.yml': ACTAUTH,
    ...files,
  })
}
