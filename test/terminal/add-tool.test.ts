import { describe, expect, it } from 'vitest'
import { project } from '../helpers/project.ts'
import { openTerminal, type Terminal } from '../helpers/tmux.ts'
import { DESK } from '../scaffold/openapi/desk.ts'

const CONFIG =
  "import type { AgentConfig } from 'loopengine'\n\nexport const config: AgentConfig = { name: 'shop', systemPrompt: 'x' }\n"

async function answer(terminal: Terminal, question: string, ...keys: string[]): Promise<void> {
  await terminal.waitFor(question)
  for (const key of keys) {
    if (/^(Enter|Down|Space)$/.test(key)) terminal.press(key)
    else terminal.type(key)
  }
}

describe('add-tool in a terminal', () => {
  it('asks for the parts of a request, and tells the command line that does the same', {
    timeout: 60_000,
  }, async () => {
    const place = project({ 'agents/shop/index.ts': CONFIG })
    const terminal = openTerminal(['add-tool', 'get-order', '--kind', 'http'], {
      cwd: place.root,
      columns: 120,
      rows: 60,
    })
    await answer(terminal, 'What it does', 'Enter')
    await answer(terminal, 'Which method?', 'Enter')
    await answer(terminal, 'Which URL?', 'https://x.example.com/{id}', 'Enter')
    await answer(terminal, 'A header', 'Enter')
    await answer(terminal, 'Type and meaning', 'Enter')
    await answer(terminal, 'Where in the answer', 'data', 'Enter')
    await answer(terminal, 'Does it only read', 'y', 'Enter')
    await answer(terminal, 'May the agent call it?', 'Enter')
    await answer(terminal, 'Make this change?', 'Enter')
    const shown = await terminal.waitFor(/without questions: [\s\S]*--yes/)
    expect(shown.replace(/\s+/g, ' ')).toContain(
      "loopengine add-tool get-order --kind http --agent shop --description 'Get order' --method GET --url 'https://x.example.com/{id}' --response-path data --safe --decision allow --yes",
    )
    expect(await terminal.exitCode()).toBe(0)
    expect(place.read('agents/shop/tools/get_order.ts')).toContain("guardedFetch(url, { ...request, signal }), 'data')")
  })

  it('offers the operations of a document', { timeout: 60_000 }, async () => {
    const place = project({ 'agents/shop/index.ts': CONFIG, 'desk.yaml': DESK })
    const terminal = openTerminal(['add-tool', '--from-openapi', 'desk.yaml'], {
      cwd: place.root,
      columns: 120,
      rows: 80,
    })
    await answer(terminal, 'Which operations?', 'Space', 'Enter')
    await answer(terminal, 'May the agent call it?', 'Enter')
    await answer(terminal, 'Make this change?', 'Enter')
    await terminal.waitFor(/--operation getTicket --decision ask --yes/)
    expect(place.read('agents/shop/tools/desk.tools.abl')).toContain('get_ticket(')
  })
})
