import type { ToolDefinition } from 'loopengine'
import { readDocument } from '../../../tools/read_document.js'
import { outlineDocument } from './outline_document.js'

export const tools: ToolDefinition[] = [outlineDocument, readDocument]
