import { symlinkSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { type TestAgent, testAgent } from '../../src/testing/test-agent.ts'
import { project, type TestProject } from '../helpers/project.ts'

let agent: TestAgent | undefined

afterEach(async () => {
  await agent?.close()
  agent = undefined
  delete process.env.LIBRARIAN_DOCS
})

async function librarian(library?: TestProject): Promise<TestAgent> {
  if (library) process.env.LIBRARIAN_DOCS = library.root
  agent = await testAgent('librarian', { root: process.cwd() })
  return agent
}

const SHELF = {
  'bees.md':
    '# Bees\n\n## Winter\n\nA colony keeps its cluster at thirty degrees in winter.\n\n## Summer\n\nForagers fly from dawn.\n',
  'pages/wasps.html': '<h1>Wasps</h1><p>A nest lasts one summer.</p><script>secret()</script>',
}

describe('librarian', () => {
  it("answers from the project's own documents", async () => {
    const { send } = await librarian()
    const { calls, text } = await send('What does the documentation say about approvals?')
    expect(calls.map(({ name }) => name)).toEqual(['search_documents'])
    expect(text).toMatch(/docs\/[a-z]+\.md:\d+/)
  })

  it('answers from any folder, with file and line', async () => {
    const { send } = await librarian(project(SHELF))
    expect((await send('Search the documents for the winter cluster')).text).toContain('bees.md:5')
  })

  it('sees a document that changed since the last question', async () => {
    const shelf = project(SHELF)
    const { send } = await librarian(shelf)
    await send('Search the documents for the winter cluster')
    shelf.write('moths.md', '# Moths\n\nHawkmoths hover before a flower.\n')
    expect((await send('Search the documents for hawkmoths')).text).toContain('moths.md')
  })

  it('reads HTML as text, without its scripts', async () => {
    const { send } = await librarian(project(SHELF))
    const { text } = await send('Search the documents for the nest of wasps')
    expect(text).toContain('A nest lasts one summer')
    expect(text).not.toContain('secret')
  })

  it('reads a document with the numbers of its lines', async () => {
    const { send } = await librarian(project(SHELF))
    const { calls } = await send('Read the document bees.md')
    expect(JSON.stringify(calls[0]?.outcome)).toContain('A colony keeps its cluster')
  })

  it('reads nothing outside the folder, through a link either', async () => {
    const outside = project({ 'hidden.md': '# Hidden\n\nThe treasure is under the oak.\n' })
    const shelf = project(SHELF)
    symlinkSync(outside.path('hidden.md'), shelf.path('link.md'))
    const { send } = await librarian(shelf)
    for (const text of [
      'Read the document link.md',
      'Read the document ../hidden.md',
      'Search the documents for treasure',
    ]) {
      const { calls, text: answer } = await send(text)
      expect([text, JSON.stringify([calls, answer])]).toEqual([text, expect.not.stringContaining('under the oak')])
    }
  })

  it('lets its subagent summarize a whole document', async () => {
    const { send } = await librarian(project(SHELF))
    const { calls } = await send('Summarize bees.md')
    expect(calls).toMatchObject([{ name: 'summarizer', outcome: { kind: 'ok' } }])
  })
})
