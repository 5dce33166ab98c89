import { defineTool } from 'loopengine'
import { readNotes } from '../../../lib/notes.js'

export const listNotes = defineTool({
  name: 'list_notes',
  description: 'List the notes that were kept, oldest first',
  input_schema: { type: 'object', properties: {} },
  execute: async () => ({ notes: await readNotes() }),
  // It only reads: calls next to it may run at the same time.
  safe: true,
})
