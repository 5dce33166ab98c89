import type { ToolDefinition } from 'loopengine'
import { readDocument } from './read_document.js'
import { searchDocuments } from './search_documents.js'

export const tools: ToolDefinition[] = [searchDocuments, readDocument]
