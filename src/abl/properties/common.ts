import type { Codec } from '../codec/codec.ts'
import { refuse } from '../codec/codec.ts'
import { list } from '../codec/collection.ts'
import { path } from '../codec/path.ts'
import { type Fields, record } from '../codec/record.ts'
import { boolean, readText, text, word } from '../codec/scalar.ts'
import type { ContextAccess, PiiAccess, ToolSpec } from '../spec.ts'
import { compaction } from './compaction.ts'
import { confirmation } from './confirmation.ts'
import { hints } from './hints.ts'
import { mapping } from './mapping/mapping.ts'
import { processStages } from './process.ts'

const contextAccess = record<ContextAccess>({
  read: { key: 'read', codec: list(path), fallback: [] },
  write: { key: 'write', codec: list(path), fallback: [] },
})

const piiWords = word<PiiAccess>(['tools', 'user', 'logs', 'llm'])

/** One of four words; `original` is known from a newer version of the language. */
const piiAccess: Codec<PiiAccess> = {
  read(value, context) {
    const isNewer = value.kind === 'inline' && readText(value, context)?.text === 'original'
    if (!isNewer) return piiWords.read(value, context)
    const message = '`pii_access: original` belongs to a newer version of the language and has no effect here.'
    return refuse(context, { code: 'ABL2009', span: value.span, message, hint: 'use tools, user, logs or llm' })
  },
  print: piiWords.print,
}

/** What every tool may say, whatever its binding. `fallback` stands for a tool that says nothing. */
export type CommonProperties = Omit<ToolSpec, 'name' | 'parameters' | 'returns' | 'binding' | 'at'>

export const COMMON: Fields<CommonProperties> = {
  description: { key: 'description', codec: text, fallback: '' },
  hints: { key: 'hints', codec: hints, fallback: {} },
  confirmation: { key: 'confirmation', codec: confirmation },
  effect: { key: 'effect', codec: word(['read_only', 'state_write', 'side_effect']) },
  provides: { key: 'provides', codec: list(path), fallback: [] },
  process: { key: 'process', codec: processStages },
  onResult: { key: 'on_result', codec: mapping },
  onError: { key: 'on_error', codec: mapping },
  compaction: { key: 'compaction', codec: compaction },
  piiAccess: { key: 'pii_access', codec: piiAccess },
  contextAccess: { key: 'context_access', codec: contextAccess },
  storeResult: { key: 'store_result', codec: boolean, fallback: true },
}
