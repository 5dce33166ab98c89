import { defineTool } from 'loopengine'
import { findDocument, textOf } from '../../../library/documents.js'
import { sectionsOf } from '../../../library/sections.js'

const MOST_SECTIONS = 40
const LONGEST_SENTENCE = 200

export const outlineDocument = defineTool({
  name: 'outline_document',
  description:
    'Returns the outline of a document (docs/….md, README.md) to summarize it: each heading with its line and its first sentence.',
  input_schema: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, description: 'Path of the document', examples: ['docs/permissions.md'] },
    },
    required: ['path'],
    additionalProperties: false,
  },
  execute: async ({ path }) => {
    const sections = sectionsOf(await textOf(await findDocument(path)))
    const lines = sections.slice(0, MOST_SECTIONS).map(({ heading, line, text }) => {
      return `${heading || path} (line ${line}): ${firstSentence(text)}`
    })
    if (sections.length > MOST_SECTIONS) lines.push(`and ${sections.length - MOST_SECTIONS} more sections`)
    return lines.join('\n')
  },
  safe: true,
})

function firstSentence(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const sentence = /^.*?[.!?:](?=\s|$)/.exec(plain)?.[0] ?? plain
  return sentence.length <= LONGEST_SENTENCE ? sentence : `${sentence.slice(0, LONGEST_SENTENCE)} …`
}
