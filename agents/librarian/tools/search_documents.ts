import { defineTool } from 'loopengine'
import { excerpt } from '../library/excerpt.js'
import { SearchIndex } from '../library/search-index.js'

const index = new SearchIndex()

const MOST_HITS = 5
const LONGEST_EXCERPT = 280

/** These say what to do, not what to look for. */
const ASIDE = /\b(?:search|find|documents?|docs?|documentation)\b/gi

export const searchDocuments = defineTool({
  name: 'search_documents',
  description:
    'Search the documents (docs, documentation, manual, guide) for words. Returns the passages that fit best, each with its file, line and heading. Use it for every question about what the documents say.',
  input_schema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, description: 'The question, or the words to look for' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  execute: async ({ query }) => {
    const words = query.replaceAll(ASIDE, ' ').trim() || query
    const hits = await index.search(words, MOST_HITS)
    if (hits.length === 0) return `Nothing in the documents has these words: ${words}.`
    return hits
      .map(({ path, line, heading, text }) => {
        const found = excerpt(text, words, LONGEST_EXCERPT)
        return `${path}:${line + found.below}${heading ? ` (${heading})` : ''}: ${found.text}`
      })
      .join('\n')
  },
  safe: true,
})
