import { expect, it } from 'vitest'
import { answeredCalls, type Message } from '../../src/core/message.ts'

const call = (id: string) => ({ id, name: 'get_tide', input: {} })
const asks = (...ids: string[]): Message => ({
  role: 'assistant',
  parts: ids.map(id => ({ type: 'call', call: call(id) })),
})
const returns = (...ids: string[]): Message => ({
  role: 'tool',
  results: ids.map(callId => ({ callId, name: 'get_tide', kind: 'ok', text: callId })),
})

it('pairs each result with its call, in the order of the results', () => {
  const pairs = answeredCalls([asks('a', 'b'), returns('b', 'a'), asks('c'), returns('c')])
  expect(pairs.map(({ call, result }) => `${call.id} ${result.text}`)).toEqual(['b b', 'a a', 'c c'])
})

it('leaves out calls without a result, and results without a call', () => {
  expect(answeredCalls([returns('x'), asks('a', 'b'), returns('a')]).map(({ call: { id } }) => id)).toEqual(['a'])
})
