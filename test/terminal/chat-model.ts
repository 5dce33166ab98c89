import { lastTold, type ModelServer, modelServer, type Turn } from '../helpers/model-server.ts'
import { openTerminal, type Terminal, type TerminalOptions } from '../helpers/tmux.ts'

/** A letter that no terminal shows on one line, with a line in it that looks like another argument. */
export const LONG_NOTE = `Dear Ann,\namount: 5\n${'we are sorry for the broken teapot, '.repeat(12)}the end.`
const CALLS: Record<string, [string, object][]> = {
  'two orders': [
    ['lookup_order', { orderId: 'A-1001' }],
    ['get_shipment', { orderId: 'A-1001' }],
  ],
  refund: [['issue_refund', { orderId: 'A-1001', amount: 80 }]],
  'refund with a letter': [['issue_refund', { orderId: 'A-1001', note: LONG_NOTE }]],
  'delete bob': [['delete_account', { customer: 'bob' }]],
  'wrap it': [['wrap_gift', { orderId: 'A-1001' }]],
  'wrap both': [
    ['wrap_gift', { orderId: 'A-1001' }],
    ['lookup_order', { orderId: 'A-1001' }],
    ['wrap_gift', { orderId: 'A-1002' }],
  ],
  'count the stock': [['count_stock', {}]],
  'break the shelf': [['break_shelf', {}]],
  'print a label': [['print_label', {}]],
  'leave an error': [['leave_late_error', {}]],
  'say what I set': [['read_variables', {}]],
  'rename her': [['rename_customer', { name: 'Bea' }]],
}
const TEXTS: Record<string, Turn> = {
  'tell a story': {
    text: 'Once upon a time 注文は発送済みです 👩‍💻 and so on and on to the very last word.',
    delayMs: 15,
  },
  'think long': { text: `${'hm '.repeat(400)}done thinking`, delayMs: 25 },
  'refund slowly': { text: 'I think about it for a while and then ask you', delayMs: 60, calls: CALLS.refund },
}

/** A model that does for a message what the tables say, and after its calls repeats what it was told. */
export const chatModel = (): Promise<ModelServer> =>
  modelServer((messages, round) => {
    const said = messages.findLast(({ role }) => role === 'user')?.content ?? ''
    if (round > 0) return `I was told: ${lastTold(messages)}`
    const calls = CALLS[said]
    return TEXTS[said] ?? (calls ? { text: 'Let me see.', calls } : `You said: ${said}`)
  })

export interface ChatTerminal extends Partial<TerminalOptions> {
  args?: string[]
}

/** A chat with the shop in session `s1`. */
export function openChat(env: Record<string, string>, cwd: string, { args = [], ...options }: ChatTerminal): Terminal {
  return openTerminal(['chat', 'shop', '--session', 's1', ...args], { cwd, env, ...options })
}
