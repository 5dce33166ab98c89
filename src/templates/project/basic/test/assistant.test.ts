import { scriptedModel, testAgent } from 'loopengine/testing'
import { expect, it } from 'vitest'

it('looks the notes up without asking anybody', async () => {
  const model = scriptedModel([{ calls: [{ name: 'list_notes' }] }, 'There are no notes yet.'])
  const agent = await testAgent('assistant', { model })
  const turn = await agent.send('What did I note?')
  expect(turn.calls.map(call => [call.name, call.outcome.kind])).toEqual([['list_notes', 'ok']])
  expect(turn.text).toBe('There are no notes yet.')
  await agent.close()
})

it('adds no note before a person has approved it', async () => {
  const model = scriptedModel([{ calls: [{ name: 'add_note', input: { text: 'call the bank' } }] }])
  const agent = await testAgent('assistant', { model })
  const turn = await agent.send('Note that I must call the bank')
  expect(turn.stopReason).toBe('pending')
  expect(turn.pending).toMatchObject([{ kind: 'approval', call: { name: 'add_note' } }])
  await agent.close()
})
