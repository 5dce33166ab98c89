import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, openTerminal } from '../helpers/tmux.ts'
import { chatModel } from './chat-model.ts'

closeTerminals()

const server = await chatModel()

describe.skipIf(!hasTmux())('run in a terminal', () => {
  it('uses the offline model when none is chosen', async () => {
    const terminal = openTerminal(['run', 'shop', 'Where is order A-1001?'], { cwd: shop().root })
    expect(await terminal.exitCode()).toBe(0)
    expect(terminal.all()).toContain('shipped')
  })

  it('wants a model in CI all the same', async () => {
    const terminal = openTerminal(['run', 'shop', 'hi'], { cwd: shop().root, env: { CI: '1' } })
    expect(await terminal.exitCode()).toBe(2)
    expect(terminal.all()).toContain('LOOPENGINE_MODEL')
  })

  it('wants a message', async () => {
    const terminal = openTerminal(['run', 'shop'], { cwd: shop().root, env: server.env })
    expect(await terminal.exitCode()).toBe(2)
    expect(terminal.all()).toContain('The argument `MESSAGE` is missing.')
  })
})
