import { describe, expect, it } from 'vitest'
import { PromptQueue } from '../../src/terminal/prompt-queue.ts'

/** A question that is answered when the test says so. */
function question(log: string[], name: string) {
  let answer: (text: string) => void = () => {}
  const prompt = (): Promise<string> => {
    log.push(`asked ${name}`)
    return new Promise(settle => {
      answer = settle
    })
  }
  return { prompt, answer: (text: string) => answer(text) }
}

describe('prompts', () => {
  it('are asked one at a time, in order', async () => {
    const log: string[] = []
    const queue = new PromptQueue()
    const [first, second] = [question(log, 'first'), question(log, 'second')]
    const answers = [queue.ask(first.prompt), queue.ask(second.prompt)]
    await new Promise(setImmediate)
    expect(log).toEqual(['asked first'])
    first.answer('a')
    await new Promise(setImmediate)
    second.answer('b')
    expect(await Promise.all(answers)).toEqual(['a', 'b'])
  })

  it('hold back what is printed until they are answered', async () => {
    const log: string[] = []
    const queue = new PromptQueue()
    const asked = question(log, 'first')
    const answer = queue.ask(asked.prompt)
    await new Promise(setImmediate)
    queue.show(() => log.push('printed'))
    expect(log).toEqual(['asked first'])
    asked.answer('a')
    await answer
    expect(log).toEqual(['asked first', 'printed'])
    queue.show(() => log.push('at once'))
    expect(log).toContain('at once')
  })

  it('go on after one that failed', async () => {
    const queue = new PromptQueue()
    await expect(queue.ask(() => Promise.reject(new Error('closed')))).rejects.toThrow('closed')
    expect(await queue.ask(async () => 'b')).toBe('b')
  })
})
