import { describe, expect, it } from 'vitest'
import { hideValues } from '../../src/loop/hide-values.ts'
import { play, tool } from '../helpers/agent-builder.ts'

describe('values that no trace may hold', () => {
  it('are hidden wherever they stand', () => {
    expect(hideValues('for 4711-B, 4711-B', ['account'], { account: '4711-B' })).toBe('for «hidden», «hidden»')
  })

  it('are hidden inside objects and lists', () => {
    const input = { guest: { name: 'Novak', ages: [31] } }
    expect(hideValues('Novak is 31', ['guest'], input)).toBe('«hidden» is «hidden»')
  })

  it('tear nothing apart when they are short', () => {
    expect(hideValues('4 of 14 in 4a', ['n'], { n: 4 })).toBe('«hidden» of 14 in 4a')
  })

  it('are taken as they are, not as a pattern', () => {
    expect(hideValues('a.b axb', ['x'], { x: 'a.b' })).toBe('«hidden» axb')
  })

  it('leave other arguments readable', () => {
    expect(hideValues('amount 20 for 4711', ['account'], { account: '4711', amount: 20 })).toBe(
      'amount 20 for «hidden»',
    )
  })

  it('do not reach a trace event, whoever wrote it', async () => {
    const work = tool('work', {
      hiddenInTraces: ['account'],
      execute: ({ account }, { emit }) => emit({ type: 'trace', stage: 'log', message: `charged ${account}` }),
    })
    const { events } = await play({
      tools: [work],
      steps: [{ calls: [{ name: 'work', input: { account: 'K-4711' } }] }, 'ok'],
    })
    expect(events.find(({ type }) => type === 'trace')).toMatchObject({ message: 'charged «hidden»' })
  })
})
