import { defineTool } from 'loopengine'
import { findDocument, textOf } from '../library/documents.js'

const LINES = 200

export const readDocument = defineTool({
  name: 'read_document',
  description: `Read a document (docs/….md, README.md), ${LINES} lines at a time, each with its number. Take the path from a search.`,
  input_schema: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: 'Path of the document', examples: ['docs/permissions.md'] },
      from: { type: 'integer', minimum: 1, description: 'First line to read', default: 1 },
    },
    required: ['path'],
    additionalProperties: false,
  },
  execute: async ({ path, from = 1 }) => {
    const document = await findDocument(path)
    const lines = (await textOf(document)).split(/\r\n|\n|\r/)
    const shown = lines.slice(from - 1, from - 1 + LINES)
    const end = from - 1 + shown.length
    const rest = end < lines.length ? ` Go on with from: ${end + 1}.` : ''
    const numbered = shown.map((line, at) => `${from + at}: ${line}`)
    return [`${document.path}, lines ${from} to ${end} of ${lines.length}.${rest}`, ...numbered].join('\n')
  },
  safe: true,
})
