import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../../src/core/model.ts'
import { offlineModel } from '../../../src/models/offline/offline-model.ts'
import { CLOCK, converse, Denied, type SmallTool } from '../../helpers/offline-conversation.ts'
import {
  HOME_TOOLS,
  INVOICE_TOOLS,
  LIBRARY_TOOLS,
  NOTE_TOOLS,
  ORDER_TOOLS,
  SEA_TOOLS,
  SYSTEM_TOOLS,
  TRAVEL_TOOLS,
  WEATHER_TOOLS,
} from '../../helpers/offline-tools.ts'

const TOOLS = {
  orders: ORDER_TOOLS,
  sea: SEA_TOOLS,
  library: LIBRARY_TOOLS,
  invoices: INVOICE_TOOLS,
  weather: WEATHER_TOOLS,
  notes: NOTE_TOOLS,
  travel: TRAVEL_TOOLS,
  home: HOME_TOOLS,
}

/** Each turn: what the person says, the calls step by step (` | ` between steps), and what the answer contains. */
type Row = [tools: keyof typeof TOOLS, ...turns: [say: string, calls: string, ...contains: string[]][]]

const CONVERSATIONS: Row[] = [
  // look-ups
  ['orders', ['Where is order A-1001?', 'lookup_order A-1001', 'shipped', '42.5', 'mug']],
  ['orders', ['who carries A-1001', 'get_shipment_details A-1001', 'DHL', 'JD014']],
  ['orders', ['A-1001', 'lookup_order A-1001 + get_shipment_details A-1001', 'shipped', 'DHL']],
  ['orders', ['Order A-1001 is late', 'lookup_order A-1001', 'shipped']],
  ['orders', ['Where is order A-9999?', 'lookup_order A-9999', 'could not', 'A-9999 not found']],
  ['orders', ['read the file docs/policy.md', 'readFile docs/policy.md', 'content of docs/policy.md']],
  ['sea', ['tide at dover', 'get_tide dover', '4.2']],
  ['library', ['Do you have books about dragons?', 'search_books dragons', 'About dragons', 'Le Guin', 'Dune']],
  ['library', ['search for Tolkien', 'search_books Tolkien', 'About Tolkien']],
  ['library', ['search for "the left hand of darkness"', 'search_books the left hand of darkness', 'Le Guin']],
  ['library', ['Which loans does M-12 have?', 'list_loans M-12', 'L-7', 'Dune', '2026-05-10']],
  ['invoices', ['Show me overdue invoices', 'findInvoices overdue', 'INV-2026-7', '120.5']],
  [
    'invoices',
    ['What is the amount of invoice INV-2026-7?', 'getInvoice INV-2026-7', '120.5', 'Ada', 'Turin', 'paid: no'],
  ],
  ['weather', ['Is it raining in Oslo?', 'get_weather Oslo', 'rain: no', '11', 'NW']],
  ['weather', ['weather in New York in fahrenheit', 'get_weather New York,fahrenheit', '11']],
  ['weather', ['forecast for Bergen on 3 June', 'get_weather_forecast Bergen,2026-06-03', 'sunny spells']],
  ['weather', ['will it be sunny in Turin tomorrow?', 'get_weather_forecast Turin,2026-05-05', 'sunny spells']],
  ['weather', ['What is the forecast for Lyon on Friday?', 'get_weather_forecast Lyon,2026-05-08', 'sunny']],
  ['notes', ['What notes do I have?', 'list_notes', 'buy milk', 'call the bank']],
  ['travel', ['Find flights from Oslo to Bergen on 2026-06-01', 'search_flights Oslo,Bergen,2026-06-01', 'XX1', '99']],
  [
    'travel',
    ['flights from Paris to Rome tomorrow for two passengers', 'search_flights Paris,Rome,2026-05-05,2', 'XX1'],
  ],
  ['travel', ['how much is 15 GBP in EUR?', 'convert_currency 15,GBP,EUR', '123.5']],
  // several at once
  [
    'orders',
    [
      'Where is order A-1001 and who ships it?',
      'lookup_order A-1001 + get_shipment_details A-1001',
      'shipped',
      'DHL',
      '2026-05-06',
    ],
  ],
  ['orders', ['Where are orders A-1001 and A-1003?', 'lookup_order A-1001 + lookup_order A-1003', '42.5', '80']],
  ['sea', ['What are the tide and wind at Dover?', 'get_tide Dover + get_wind Dover', '4.2', '17']],
  ['sea', ['tide in Dover and Calais', 'get_tide Dover + get_tide Calais', 'Dover', 'Calais']],
  // acting
  ['orders', ['Refund order A-1003', 'issue_refund A-1003', 'R-1', '80']],
  ['orders', ['Could you please refund order A-1003?', 'issue_refund A-1003', 'R-1']],
  ['orders', ['Refund $20 of order A-1003', 'issue_refund A-1003,20', 'A-1003, 20']],
  [
    'orders',
    [
      'I want a refund for A-1003 because it arrived broken',
      'issue_refund A-1003,it arrived broken',
      'R-1',
      'arrived broken',
    ],
  ],
  ['orders', ['Refund order A-1002 please', 'issue_refund A-1002', 'could not', 'already refunded']],
  ['orders', ['Check order A-1003 and refund it', 'lookup_order A-1003 | issue_refund A-1003', 'delivered', 'R-1']],
  ['orders', ['Check order A-9999 and refund it', 'lookup_order A-9999', 'not found']],
  [
    'orders',
    [
      'email bob@example.com that the parcel is late',
      'send_email bob@example.com,parcel is late,The parcel is late',
      'bob@example.com',
    ],
  ],
  [
    'orders',
    ['email bob@example.com with subject "Hi" and body "Hello there"', 'send_email bob@example.com,Hi,Hello there'],
  ],
  ['library', ['renew loan L-7 for 3 weeks', 'renew_loan L-7,3', '2026-05-24']],
  ['library', ['loans of member M-12 and renew them', 'list_loans M-12 | renew_loan L-7', 'L-7', '2026-05-24']],
  ['library', ['add a note for M-12: prefers e-mail', 'add_note M-12,Prefers e-mail', 'Done']],
  ['invoices', ['create an invoice of 250 EUR for Ada Lovelace', 'create_invoice Ada Lovelace,250,EUR', 'INV-2026-8']],
  [
    'invoices',
    ['pay invoice INV-2026-7 tomorrow', 'payInvoice INV-2026-7,2026-05-05', 'not allowed', 'not allowed here'],
  ],
  ['weather', ['set an alert for Oslo above 30 degrees', 'set_alert Oslo,30', 'Done']],
  ['notes', ['Add a note to buy milk', 'add_note buy milk', '3']],
  ['notes', ['Please note that the bank closes at five', 'add_note The bank closes at five', '3']],
  [
    'notes',
    [
      'show my notes and add a note to water the plants',
      'list_notes | add_note water the plants',
      'buy milk',
      'water the plants',
    ],
  ],
  ['travel', ['Book flight XX1 for Ada Lovelace', 'book_flight XX1,Ada Lovelace', 'B1']],
  ['travel', ["I'd like to cancel booking B1", 'cancel_booking B1', 'Done']],
  ['home', ['turn on the light in the kitchen', 'turn_on_light kitchen', 'Done']],
  ['home', ['change the temperature in the bedroom to 19 degrees', 'set_temperature bedroom,19', 'Done']],
  // what only mentions a verb calls nothing that acts
  ['orders', ['What is your refund policy?', '', 'No tool fits']],
  ['orders', ["don't refund A-1003", 'lookup_order A-1003 + get_shipment_details A-1003']],
  ['orders', ['Has A-1003 been refunded?', 'lookup_order A-1003 + get_shipment_details A-1003', 'delivered']],
  ['orders', ['The refund for A-1003 never came', 'lookup_order A-1003 + get_shipment_details A-1003']],
  ['orders', ['How do I send an email?', '']],
  ['travel', ['Did you cancel booking B1?', '']],
  // the conversation
  ['orders', ['Where is order A-1003?', 'lookup_order A-1003', '80'], ['refund it', 'issue_refund A-1003', 'R-1']],
  [
    'orders',
    ['Where is order A-1003?', 'lookup_order A-1003'],
    ['who ships it?', 'get_shipment_details A-1003', 'DHL'],
  ],
  [
    'orders',
    ['Where is order A-1001?', 'lookup_order A-1001'],
    ['Where is order A-1003?', 'lookup_order A-1003'],
    ['refund that one', 'issue_refund A-1003'],
  ],
  ['library', ['Which loans does M-12 have?', 'list_loans M-12'], ['renew it', 'renew_loan L-7', '2026-05-24']],
  ['invoices', ['which invoices are open', 'findInvoices open'], ['pay it', 'payInvoice INV-2026-7', 'not allowed']],
  [
    'sea',
    ['How high is the tide in Dover?', 'get_tide Dover'],
    ['and the wind?', 'get_wind Dover', '17'],
    ['What about Calais?', 'get_wind Calais', 'Calais'],
  ],
  [
    'travel',
    ['Book flight XX1 for Ada Lovelace', 'book_flight XX1,Ada Lovelace', 'B1'],
    ['cancel it', 'cancel_booking B1'],
  ],
  [
    'home',
    ['what is the temperature in the bedroom', 'get_temperature bedroom', '21'],
    ['set it to 20', 'set_temperature bedroom,20'],
  ],
  // questions of ours
  ['orders', ['Refund my order', '', 'order id', '?'], ['A-1003', 'issue_refund A-1003', 'R-1']],
  ['orders', ['Where is my order?', '', 'A-1001', '?'], ['it is A-1003', 'lookup_order A-1003', 'delivered']],
  ['orders', ['Refund an order', '', 'order id'], ['never mind', '', 'All right']],
  ['orders', ['Refund my order', '', 'order id'], ['Where is order A-1001?', 'lookup_order A-1001', 'shipped']],
  [
    'orders',
    ['send an email', '', 'the to', 'the subject', 'the body'],
    ['bob@example.com', '', 'the subject'],
    ['hello there', '', 'the body'],
    ['See you on Monday', 'send_email bob@example.com,hello there,See you on Monday', 'Done'],
  ],
  ['sea', ['wind?', '', 'the port'], ['Dover', 'get_wind Dover', '17']],
  ['invoices', ['find invoices', '', 'open, paid, overdue'], ['the paid ones', 'findInvoices paid', 'INV-2026-7']],
  [
    'invoices',
    ['make an invoice', '', 'the customer', 'the amount'],
    ['Ada', '', 'the amount'],
    ['12.50', 'create_invoice Ada,12.5', 'INV-2026-8'],
  ],
  [
    'travel',
    ['Search flights from Oslo', '', 'the destination', 'the date'],
    ['to Bergen', '', 'the date'],
    ['tomorrow', 'search_flights Oslo,Bergen,2026-05-05', 'XX1'],
  ],
  // small talk
  ['orders', ['hello', '', 'look up order', 'issue refund', 'no language model']],
  ['orders', ['What can you do?', '', 'look up order']],
  ['orders', ['thanks!', '', 'welcome']],
  ['orders', ['What is the capital of France?', '', 'No tool fits', 'look up order']],
]

describe('a conversation with the offline model', () => {
  for (const [tools, ...turns] of CONVERSATIONS) {
    it(`${tools}: ${turns.map(([say]) => say).join(' / ')}`, async () => {
      const { say } = converse(TOOLS[tools])
      for (const [text, calls, ...contains] of turns) {
        const turn = await say(text)
        expect(turn.steps.map(step => step.map(call => shown(call, TOOLS[tools])).join(' + ')).join(' | ')).toBe(calls)
        for (const part of contains) expect(turn.text).toContain(part)
      }
    })
  }
})

/** `name value,value`, in the order of the schema. */
function shown({ name, input }: { name: string; input: Record<string, unknown> }, tools: SmallTool[]): string {
  const order = Object.keys(tools.find(tool => tool.name === name)?.input_schema.properties ?? {})
  const values = order.filter(key => key in input).map(key => String(input[key]))
  return [name, values.join(',')].filter(Boolean).join(' ')
}

const object = (properties: Record<string, object>, required = Object.keys(properties)) =>
  ({ type: 'object', properties, required }) as SmallTool['input_schema']

describe('arguments', () => {
  const argumentsFor = async (tool: SmallTool, text: string) => (await converse([tool]).say(text)).calls[0]?.input

  it('fills a list with everything that fits its items', async () => {
    const items = { type: 'string', pattern: '^[A-Z]{3}-\\d+$' }
    const tool = { name: 'check_stock', description: 'Stock', input_schema: object({ skus: { type: 'array', items } }) }
    expect(await argumentsFor(tool, 'check the stock of ABC-1, DEF-2 and GHI-3')).toEqual({
      skus: ['ABC-1', 'DEF-2', 'GHI-3'],
    })
  })

  it('reads a flag from its name and from the word that denies it', async () => {
    const input_schema = object({ room: { type: 'string' }, breakfast: { type: 'boolean' } }, ['room'])
    const tool = { name: 'get_price', description: 'Price of a room', input_schema }
    expect(await argumentsFor(tool, 'price of room 12 with breakfast')).toEqual({ room: '12', breakfast: true })
    expect(await argumentsFor(tool, 'price of room 12 without breakfast')).toEqual({ room: '12', breakfast: false })
  })

  it('leaves an optional number alone that the message does not mention', async () => {
    const { calls } = await converse(LIBRARY_TOOLS).say('renew loan L-7')
    expect(calls[0]?.input).toEqual({ loanId: 'L-7' })
  })

  it('never asks for what has a default', async () => {
    const input_schema = object({ unit: { type: 'string', enum: ['m', 'ft'], default: 'm' } })
    const tool = { name: 'get_depth', description: 'Depth of the harbour', input_schema }
    expect(await argumentsFor(tool, 'how deep? get the depth')).toEqual({})
  })

  it('takes nullable types for what they are', async () => {
    const input_schema = object({ limit: { type: ['null', 'integer'] as never, description: 'How many' } }, [])
    const tool = { name: 'list_ships', description: 'Ships in the harbour', input_schema }
    expect(await argumentsFor(tool, 'list ships')).toEqual({})
  })

  it('survives a pattern that is no regular expression', async () => {
    const input_schema = object({ berth: { type: 'string', pattern: '(' } })
    const { text } = await converse([{ name: 'get_berth', description: 'A berth', input_schema }]).say('which berth?')
    expect(text).toContain('the berth')
  })

  it('is not held up by a pattern that is made for it', async () => {
    const input_schema = object({ berth: { type: 'string', pattern: '^(a+)+$' } })
    const tool = { name: 'get_berth', description: 'A berth', input_schema }
    expect(await argumentsFor(tool, `get berth ${'a'.repeat(60)}!b aaa`)).toEqual({ berth: 'aaa' })
  })

  it('knows tomorrow and weekdays by the clock it was given', async () => {
    const model = offlineModel({ now: () => new Date('2027-12-31T23:00:00Z') })
    const { calls } = await converse(WEATHER_TOOLS, { model }).say('forecast for Oslo tomorrow')
    expect(calls[0]?.input).toEqual({ city: 'Oslo', date: '2028-01-01' })
  })
})

describe('which tools only read', () => {
  const action = (name: string, description: string): SmallTool => ({ name, description, input_schema: object({}) })

  it('goes by the description when the name has no verb', async () => {
    const { calls, text } = await converse([action('tide_times', 'Returns the tide times')]).say('when is the tide?')
    expect(calls).toHaveLength(1)
    expect(text).toMatch(/^Tide times: /)
  })

  it('does not take a tool for reading because its description begins so, when its name acts', async () => {
    const { calls } = await converse([action('delete_user', 'Find a user and delete it')]).say('what about the user?')
    expect(calls).toEqual([])
  })

  it('does not take checking in for reading', async () => {
    const { calls } = await converse([action('check_in_guest', 'Check in a guest')]).say('who is our guest?')
    expect(calls).toEqual([])
  })

  it('asks of several acting tools only the one that fits best', async () => {
    const tools = [action('delete_note', 'Delete a note'), action('delete_user', 'Delete a user')]
    const { calls } = await converse(tools).say('delete the note')
    expect(calls.map(({ name }) => name)).toEqual(['delete_note'])
  })
})

describe('the answer', () => {
  const tell = async (run: () => unknown) =>
    (
      await converse([{ name: 'get_report', description: 'The report', input_schema: object({}), run }]).say(
        'get report',
      )
    ).text

  it('tells nested fields by their path', async () => {
    expect(await tell(() => ({ wind: { speed: 14 } }))).toBe('Report: the wind speed is 14.')
  })

  it('says that nothing was found', async () => {
    expect(await tell(() => [])).toBe('Report: nothing found.')
    expect(await tell(() => '')).toBe('Report: nothing found.')
  })

  it('says how many more there are than it tells', async () => {
    expect(await tell(() => Array.from({ length: 20 }, (_, index) => index + 100))).toContain('111 and 8 more')
  })

  it('takes the lines of a long text that speak of the question', async () => {
    const text = `${'Nothing of interest here.\n'.repeat(60)}The report is due on Friday.\n`
    expect(await tell(() => text)).toBe('Report: The report is due on Friday.')
  })

  it('gives the reason of a failure, a refusal and an error object', async () => {
    expect(await tell(() => ({ error: { message: 'closed on Sundays' } }))).toContain('could not get report: closed')
    expect(await tell(() => new Denied('Not run. Rule `no-reports` forbids it.'))).toBe(
      'I was not allowed to get report: Rule `no-reports` forbids it.',
    )
    const broken = () => {
      throw new Error('Failed (tool_error): the printer is on fire')
    }
    expect(await tell(broken)).toBe('I could not get report: the printer is on fire.')
  })
})

describe('other agents as tools', () => {
  const diver: SmallTool = {
    name: 'diver',
    description: 'Dives for things that were lost, and says what was there',
    input_schema: object({ request: { type: 'string' } }),
    run: () => 'An anchor.',
  }

  it('are asked by their name, with the whole request', async () => {
    const { calls, text } = await converse([diver]).say('Ask the diver about the old anchor')
    expect(calls.map(({ input }) => input)).toEqual([{ request: 'Ask the diver about the old anchor' }])
    expect(text).toContain('An anchor')
  })

  it('are not asked because they were mentioned', async () => {
    const { calls } = await converse([diver]).say('How old is the diver?')
    expect(calls).toEqual([])
  })
})

describe('a question that no word of a tool fits', () => {
  it('goes to a tool that searches', async () => {
    const { calls } = await converse(LIBRARY_TOOLS).say('Who was the first dragon rider?')
    expect(calls.map(({ name, input }) => [name, input])).toEqual([['search_books', { query: 'first dragon rider' }]])
  })

  it('goes nowhere when it is no question', async () => {
    expect((await converse(LIBRARY_TOOLS).say('Sing of dragon riders')).calls).toEqual([])
  })
})

describe('skills', () => {
  const skill: SmallTool = {
    name: 'Skill',
    description: 'Load the instructions of a skill',
    input_schema: object({ skill: { type: 'string' } }),
    run: ({ skill }) => `Instructions of ${skill}.`,
  }
  const system =
    'Be kind.\n\n# Skills\nEach is a task.\n- broken-parcels: When a parcel arrives broken\n- hours: Opening hours'

  it('loads the one that the message is about', async () => {
    const { calls, text } = await converse([...ORDER_TOOLS, skill], { system }).say('My parcel arrived broken!')
    expect(calls.map(({ input }) => input)).toEqual([{ skill: 'broken-parcels' }])
    expect(text).toContain('Instructions of broken-parcels')
  })

  it('is not called when no skill fits', async () => {
    const { calls } = await converse([skill], { system }).say('Sing me a song')
    expect(calls).toEqual([])
  })
})

describe('the model', () => {
  const request = (text: string, tools = ORDER_TOOLS): ModelRequest => ({
    system: '',
    messages: [{ role: 'user', text }],
    tools,
    signal: new AbortController().signal,
  })

  async function partsOf(modelRequest: ModelRequest) {
    const parts = []
    for await (const part of offlineModel({ now: CLOCK }).stream(modelRequest)) parts.push(part)
    return parts
  }

  it('streams word by word, and its deltas are its text', async () => {
    const parts = await partsOf(request('hello'))
    const deltas = parts.flatMap(part => (part.type === 'text_delta' ? [part.text] : []))
    const last = parts.at(-1)
    expect(deltas.length).toBeGreaterThan(10)
    expect(last).toMatchObject({ type: 'finish', reason: 'stop', message: { parts: [{ text: deltas.join('') }] } })
  })

  it('gives the same answer to the same request', async () => {
    const text = 'Where is order A-1001 and who ships it?'
    expect(await partsOf(request(text))).toEqual(await partsOf(request(text)))
  })

  it('stops when the signal aborts', async () => {
    const controller = new AbortController()
    const seen: string[] = []
    const reading = async () => {
      for await (const part of offlineModel().stream({ ...request('hello'), signal: controller.signal })) {
        seen.push(part.type)
        controller.abort()
      }
    }
    await expect(reading()).rejects.toThrow(/abort/i)
    expect(seen).toEqual(['text_delta'])
  })

  it('works without any tool and without any message', async () => {
    expect((await converse([]).say('hello')).text).toContain('no tools')
    expect((await partsOf({ ...request(''), messages: [] })).at(-1)).toMatchObject({ type: 'finish' })
  })

  it('lists the system tools with the others and calls none of them unasked', async () => {
    const { calls, text } = await converse(SYSTEM_TOOLS).say('How are you?')
    expect(calls).toEqual([])
    expect(text).toContain('read file')
  })

  it('never repeats a call within a turn, whatever comes back', async () => {
    const echo: SmallTool = {
      name: 'get_next_page',
      description: 'The next page',
      input_schema: object({ page: { type: 'string', description: 'Page id' } }),
      run: ({ page }) => ({ page: `${page}9`, next: `${page}9` }),
    }
    const { calls } = await converse([echo]).say('get the next page 1')
    expect(calls).toHaveLength(1)
  })
})

describe('its source', () => {
  const folder = new URL('../../../src/models/offline/', import.meta.url)

  it('has at most 500 lines and no word of the example agents', async () => {
    const texts = await Promise.all((await readdir(folder)).map(file => readFile(new URL(file, folder), 'utf8')))
    const code = texts.join('').replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
    expect(texts.join('').split('\n').length - 1).toBeLessThanOrEqual(500)
    expect(code).not.toMatch(/refund|shipment|invoice|weather|carrier|customer|flight|booking|library/i)
  })
})
