import { scriptedModel, testAgent } from 'loopengine/testing'
import { expect, it } from 'vitest'

it('looks an order and its shipments up at the same time', async () => {
  const model = scriptedModel([
    {
      calls: [
        { name: 'lookup_order', input: { orderId: 'A-1001' } },
        { name: 'get_shipment_details', input: { orderId: 'A-1001' } },
      ],
    },
    'It is on its way.',
  ])
  const agent = await testAgent('customer-service', { model })
  const turn = await agent.send('Where is order A-1001?')
  expect(turn.calls.map(call => call.outcome.kind)).toEqual(['ok', 'ok'])
  expect(turn.events.flatMap(event => (event.type === 'call_start' ? [event.lane] : []))).toEqual([0, 0])
  await agent.close()
})

it('refunds nothing in production before a person has approved it', async () => {
  const model = scriptedModel([{ calls: [{ name: 'issue_refund', input: { orderId: 'A-1001', amount: 20 } }] }])
  const agent = await testAgent('customer-service', { model, environment: 'production' })
  const turn = await agent.send('Refund 20 for order A-1001')
  expect(turn.stopReason).toBe('pending')
  expect(turn.pending).toMatchObject([{ kind: 'approval', call: { name: 'issue_refund' } }])
  await agent.close()
})
