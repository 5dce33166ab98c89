import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editArguments } from '../../../src/terminal/chat/edit-arguments.ts'
import type { ChatConsole, TextQuestion } from '../../../src/terminal/editor/chat-console.ts'
import { recordingStream } from '../stream.ts'

/** A person who changes what they are shown. */
function person(change: (shown: string) => string): { terminal: ChatConsole; shown: string[] } {
  const shown: string[] = []
  const terminal = {
    out: recordingStream(80),
    ask: async ({ initial = '' }: TextQuestion) => {
      shown.push(initial)
      return { kind: 'given' as const, value: change(initial) }
    },
  } as unknown as ChatConsole
  return { terminal, shown }
}

const never = new AbortController().signal

describe('changing the arguments of a call', () => {
  it('writes hidden characters out, and leaves them as they were where nothing is changed', async () => {
    const input = { note: 'pay \u202e08 \u001b[31m\u200b \u{e0041}', amount: 8 }
    const { terminal, shown } = person(text => text.replace('8\n', '9\n'))
    expect(await editArguments(terminal, input, never)).toEqual({ kind: 'given', input: { ...input, amount: 9 } })
    expect(shown[0]).toContain('"pay \\u202e08 \\u001b[31m\\u200b \\udb40\\udc41"')
  })

  it('gives back any arguments that are not changed', async () => {
    const { terminal } = person(text => text)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), async given => {
        const input = JSON.parse(JSON.stringify(given)) as Record<string, unknown>
        expect(await editArguments(terminal, input, never)).toEqual({ kind: 'given', input })
      }),
    )
  })

  it('asks again, with what was typed, for what is no object', async () => {
    const answers = ['[1]', '{"a":', '{"a":1}']
    const { terminal, shown } = person(() => answers.shift() ?? '')
    expect(await editArguments(terminal, {}, never)).toEqual({ kind: 'given', input: { a: 1 } })
    expect(shown).toEqual(['{}', '[1]', '{"a":'])
  })
})
