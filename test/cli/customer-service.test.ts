import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { closeTerminals, hasTmux, openTerminal } from '../helpers/tmux.ts'

closeTerminals()

const EXAMPLE = resolve(import.meta.dirname, '../../agents/customer-service')

/** The example agent on a copy of its data. */
function example(): TestProject {
  const copy = project({ 'package.json': '{ "type": "module" }' })
  cpSync(EXAMPLE, copy.path('agents/customer-service'), { recursive: true })
  return copy
}

describe('the example, asked once', () => {
  const question = [
    'run',
    'customer-service',
    'Where is order A-1001 and who ships it?',
    '--model',
    'offline',
    '--json',
  ]

  it('looks up order and shipment side by side', async () => {
    const { code, stdout } = await cli(question, { cwd: example().root })
    expect(code).toBe(0)
    const events = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    const types = events.map(({ type }) => type)
    expect(types.filter(type => type === 'call_start')).toHaveLength(2)
    expect(types.lastIndexOf('call_start')).toBeLessThan(types.indexOf('call_end'))
    expect(events.filter(({ type }) => type === 'call_start').map(({ lane }) => lane)).toEqual([0, 0])
  })

  it('answers from its files as they are now', async () => {
    const copy = example()
    const file = 'agents/customer-service/data/shipments.json'
    const carrierOf = async (): Promise<string> => {
      const { stdout } = await cli(question, { cwd: copy.root })
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '').text
    }
    expect(await carrierOf()).toContain('Parcelline')
    copy.write(file, copy.read(file).replaceAll('Parcelline', 'Pigeon Post'))
    expect(await carrierOf()).toContain('Pigeon Post')
  })
})

describe.skipIf(!hasTmux())('the example, talked to', () => {
  it('finds an order, refunds it after an approval, and not without one', async () => {
    const copy = example()
    const terminal = openTerminal(['chat', 'customer-service'], { cwd: copy.root, rows: 50 })
    await terminal.say('Where is order A-1002?')
    await terminal.waitFor('Order A-1002: the status is delivered')

    await terminal.say('Refund it 20 euros because it came late')
    await terminal.waitFor('Run it?')
    for (const part of ['orderId: "A-1002"', 'amount: 20', 'Rule `refunds-need-approval`']) {
      expect(terminal.screen()).toContain(part)
    }
    terminal.press('Enter')
    await terminal.waitFor(/✓ issue_refund\(.*the refundable is 38\.79/s)
    expect(copy.read('agents/customer-service/data/orders.json')).toContain('it came late')

    await terminal.say('Where is order A-9999?')
    await terminal.waitFor('Order A-9999 was not found.')

    await terminal.say('Send an email to ann@example.com with subject "Hello" saying that it is on its way')
    await terminal.waitFor(/send_email needs your approval.*No, and stop/s)
    terminal.press('Down', 'Down', 'Down', 'Enter')
    await terminal.waitFor('Why not?')
    terminal.type('not yet')
    terminal.press('Enter')
    await terminal.waitFor(/I was not allowed to send email.*not yet/s)
    expect(copy.exists('agents/customer-service/data/outbox.jsonl')).toBe(false)
  })
})
