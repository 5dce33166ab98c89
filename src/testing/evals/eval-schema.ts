import type { JsonSchema } from '../../core/json.ts'

const texts: JsonSchema = { type: 'array', items: { type: 'string' } }
const decision: JsonSchema = { enum: ['allow', 'ask', 'deny'] }

function closed(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

const expectation = closed({
  tools: {
    type: 'array',
    items: {
      anyOf: [
        { type: 'string' },
        { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: { type: ['object', 'null'] } },
      ],
    },
  },
  forbidden: texts,
  decisions: { type: 'object', additionalProperties: decision },
  text: closed({ contains: texts, excludes: texts, matches: { type: 'string' } }),
  stopReason: { enum: ['end_turn', 'max_turns', 'denied', 'pending', 'aborted', 'error'] },
})

const evalCase = closed(
  {
    name: { type: 'string', minLength: 1 },
    messages: { ...texts, minItems: 1 },
    approvals: { type: 'object', additionalProperties: { type: ['boolean', 'string', 'object'] } },
    answers: texts,
    expect: expectation,
  },
  ['name', 'messages', 'expect'],
)

/** What an eval file may hold. Unknown keys are errors: a misspelt expectation would pass for ever. */
export const EVAL_SCHEMA: JsonSchema = closed(
  {
    version: { const: 1 },
    model: { type: 'string' },
    replay: { type: 'string' },
    environment: { type: 'string' },
    tenant: { type: 'string' },
    user: closed({ id: { type: 'string' }, claims: { type: 'object' } }, ['id']),
    cases: { type: 'array', minItems: 1, items: evalCase },
  },
  ['version', 'cases'],
)
