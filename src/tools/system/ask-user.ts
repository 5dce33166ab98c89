import { defineTool } from '../define-tool.ts'

/** Puts a question to the person in the conversation and returns the answer. */
export const askUserTool = defineTool({
  name: 'system_ask_user',
  description:
    'Ask the person one question and wait for the answer. Use it when something is missing that only they know. Returns their answer as text.',
  input_schema: {
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, description: 'The question, complete and short.' },
      choices: {
        type: 'array',
        items: { type: 'string' },
        description: 'Answers to choose from, if there are only a few.',
      },
    },
    required: ['question'],
    additionalProperties: false,
  },
  timeout: false,
  execute: ({ question, choices }, context) => context.ask(choices ? { text: question, choices } : question),
})
