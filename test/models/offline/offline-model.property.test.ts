import fc from 'fast-check'
import { expect, it } from 'vitest'
import { converse, type SmallTool } from '../../helpers/offline-conversation.ts'
import { INVOICE_TOOLS, LIBRARY_TOOLS, ORDER_TOOLS, TRAVEL_TOOLS } from '../../helpers/offline-tools.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'

const toolSets = fc.constantFrom(ORDER_TOOLS, LIBRARY_TOOLS, INVOICE_TOOLS, TRAVEL_TOOLS)

const words = (tools: SmallTool[]) =>
  fc.constantFrom(
    ...tools.flatMap(({ name, description }) => `${name.replaceAll('_', ' ')} ${description}`.split(' ')),
    ...[
      'it',
      'and',
      'the',
      'A-1001',
      'M-12',
      '12',
      '"a b"',
      'tomorrow',
      'bob@example.com',
      'that',
      ':',
      '?',
      '.',
      'Dover',
    ],
  )

const talk = toolSets.chain(tools =>
  fc.record({
    tools: fc.constant(tools),
    messages: fc.array(
      fc.oneof(
        fc.string(),
        fc.array(words(tools), { maxLength: 8 }).map(list => list.join(' ')),
      ),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
  }),
)

it('ends every turn with a text, and calls with every required argument', async () => {
  await fc.assert(
    fc.asyncProperty(talk, async ({ tools, messages }) => {
      const { say } = converse(tools)
      for (const message of messages) {
        const { calls, text } = await say(message)
        expect(text).not.toBe('')
        for (const { name, input } of calls) {
          const required = tools.find(tool => tool.name === name)?.input_schema.required ?? []
          expect(required.filter(key => !(key in input))).toEqual([])
        }
      }
    }),
    { numRuns: PROPERTY_RUNS },
  )
})
