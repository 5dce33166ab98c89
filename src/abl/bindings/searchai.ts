import type { Fields } from '../codec/record.ts'
import { nameOf, text } from '../codec/scalar.ts'
import type { Binding } from './binding.ts'
import type { SearchAiSpec } from './spec.ts'

const fields: Fields<Omit<SearchAiSpec, 'type'>> = {
  indexId: { key: 'index_id', codec: nameOf('index'), required: true },
  kbName: { key: 'kb_name', codec: text },
  searchInstructions: { key: 'search_instructions', codec: text },
}

/** A search in one of the project's knowledge bases. */
export const searchai: Binding = {
  fields,
  defaults: [],
  newer: [],
  ignored: [],
  refused: {
    tenant_id: 'the tenant comes from the session, so that a shared file never reaches another tenant’s index',
  },
}
