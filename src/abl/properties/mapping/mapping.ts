import type { Codec } from '../../codec/codec.ts'
import { record } from '../../codec/record.ts'
import type { Action, ResultMapping } from '../../spec.ts'
import { readActions } from './actions.ts'
import { printActions } from './print.ts'
import { assignments } from './set.ts'

const actions: Codec<Action[]> = { read: readActions, print: printActions }

/** `on_result:` and `on_error:`. */
export const mapping: Codec<ResultMapping> = record<ResultMapping>({
  set: { key: 'set', aliases: ['SET'], codec: assignments, fallback: [] },
  actions: { key: 'do', aliases: ['DO'], codec: actions, fallback: [] },
})
