import { scriptedModel, testAgent } from 'loopengine/testing'
import { expect, it } from 'vitest'

it('finds the rooms that are large enough', async () => {
  const call = { name: 'find_rooms', input: { seats: 6, day: '2030-03-04' } }
  const agent = await testAgent('rooms', { model: scriptedModel([{ calls: [call] }, 'Forest is free.']) })
  const turn = await agent.send('I need 6 seats on 4 March 2030')
  expect(turn.calls[0]?.outcome).toMatchObject({ kind: 'ok', value: { rooms: [{ name: 'Forest' }, { name: 'Harbour' }] } })
  await agent.close()
})

it('books nothing before a person has approved it, at the price of the table', async () => {
  const call = { name: 'book_room', input: { room: 'Lake', day: '2030-03-04', price: 1 } }
  const agent = await testAgent('rooms', { model: scriptedModel([{ calls: [call] }]) })
  const turn = await agent.send('Book Lake for 4 March 2030')
  expect(turn.stopReason).toBe('pending')
  expect(turn.pending).toMatchObject([{ kind: 'approval', call: { input: { room: 'Lake', price: 20 } } }])
  await agent.close()
})
