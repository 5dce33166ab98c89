import type { ToolDefinition } from '../../core/tool.ts'
import { defineTool } from '../define-tool.ts'
import { MAX_TEXT_BYTES, readTextInside } from './read-text-inside.ts'

/** Reads a text file of the project; what `readTextInside` refuses stays closed. */
export function readFileTool(root: string): ToolDefinition {
  return defineTool({
    name: 'readFile',
    description: `Read a text file of this project. The path is relative to the project root. Returns the text; at most ${MAX_TEXT_BYTES / 1024} KB.`,
    input_schema: {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'e.g. docs/returns.md', examples: ['docs/returns.md'] },
      },
      required: ['path'],
      additionalProperties: false,
    },
    safe: true,
    execute: ({ path }) => readTextInside({ root, kind: 'project' }, path),
  })
}
