import { list } from '../codec/collection.ts'
import { path } from '../codec/path.ts'
import { record, reportUnknown } from '../codec/record.ts'
import { number } from '../codec/scalar.ts'
import type { Compaction } from '../spec.ts'
import { reportNewer } from './newer.ts'

/** `compaction:` of a tool or of an agent's EXECUTION: what history keeps of a result. */
export const compaction = record<Compaction>(
  {
    essentialFields: { key: 'essential_fields', codec: list(path), fallback: [] },
    maxDescriptionLength: { key: 'max_description_length', codec: number({ integer: true }) },
    summaryTimeoutMs: { key: 'summary_timeout_ms', codec: number() },
  },
  {
    onUnknown(pair, context) {
      if (pair.key === 'max_search_tokens') reportNewer(pair, context)
      else reportUnknown(pair, context, ['essential_fields', 'max_description_length', 'summary_timeout_ms'])
    },
  },
)
