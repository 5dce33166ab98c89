import { defineTool } from 'loopengine'
import { appendNote } from '../../../lib/notes.js'

export const addNote = defineTool({
  name: 'add_note',
  description: 'Add a note to the ones that are kept',
  input_schema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The note, one line', examples: ['call the bank'] } },
    required: ['text'],
  },
  execute: async ({ text }) => ({ kept: await appendNote(text) }),
})
