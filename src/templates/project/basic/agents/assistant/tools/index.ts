import type { ToolDefinition } from 'loopengine'
import { addNote } from './add_note.js'
import { listNotes } from './list_notes.js'

export const tools: ToolDefinition[] = [
  listNotes,
  addNote,
]
