import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, type Terminal } from '../helpers/tmux.ts'
import { chatModel, openChat } from './chat-model.ts'

closeTerminals()

const server = await chatModel()

async function thinking(): Promise<Terminal> {
  const terminal = openChat(server.env, shop().root, {})
  await terminal.say('think long')
  await terminal.waitFor('hm hm')
  return terminal
}

describe.skipIf(!hasTmux())('what is typed while a turn runs', () => {
  it('is shown below the answer that streams, and changes nothing in it', async () => {
    const terminal = await thinking()
    terminal.type('my next thought')
    await terminal.waitFor(/hm\n» my next thought$/)
    await sleep(300)
    expect(terminal.screen()).toMatch(/hm\n» my next thought$/)
    expect(terminal.all()).not.toContain('hmy')
  })

  it('waits in the queue, in order, and is sent after the turn', async () => {
    const terminal = openChat(server.env, shop().root, {})
    await terminal.say('refund slowly')
    await terminal.waitFor('I think')
    for (const text of ['first', 'second']) {
      terminal.type(text)
      terminal.press('Enter')
      await terminal.waitFor(`queued: ${text}`)
    }
    await terminal.waitFor('  queued: first\n  queued: second\n»')
    await terminal.waitFor('No, and stop')
    terminal.press('Enter')
    await terminal.waitFor(/You said: first.*You said: second/s)
    await terminal.waitForPrompt()
    expect(terminal.screen()).not.toContain('queued')
  })

  it('can be taken back from the queue with arrow-up', async () => {
    const terminal = await thinking()
    terminal.type('not yet')
    terminal.press('Enter')
    await terminal.waitFor('queued: not yet')
    terminal.press('Up')
    await terminal.waitFor(/» not yet$/)
    expect(terminal.screen()).not.toContain('queued')
  })

  it('comes back into the line when the turn is stopped, and is not sent', async () => {
    const terminal = await thinking()
    terminal.type('one')
    terminal.press('Enter')
    // Letters that come in one piece with the Enter before them would be a paste.
    await terminal.waitFor('queued: one')
    terminal.type('two')
    await terminal.waitFor('» two')
    const asked = server.requests.length
    terminal.press('C-c')
    await terminal.waitFor(/Stopped\.\n\n› one\n {2}two$/)
    expect(server.requests).toHaveLength(asked)
    terminal.press('Enter')
    await terminal.waitFor(/You said: one\n\s*two/)
  })

  it('does not answer a question that comes up meanwhile', async () => {
    const project = shop()
    const terminal = openChat(server.env, project.root, {})
    await terminal.say('refund slowly')
    await terminal.waitFor('I think')
    for (const letter of 'yes please do it') {
      terminal.type(letter)
      await sleep(70)
    }
    await terminal.waitFor('No, and stop')
    expect(project.exists('refunds.txt')).toBe(false)
    terminal.press('5', 'Enter')
    await terminal.waitFor(/› yes please do it$/)
  })

  it('Ctrl-C twice stops the turn and leaves', async () => {
    const terminal = await thinking()
    terminal.press('C-c', 'C-c')
    expect(await terminal.exitCode()).toBe(130)
    expect(terminal.all()).toContain('Go on with: loopengine chat shop --session s1')
  })
})
