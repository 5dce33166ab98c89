import type { Codec } from '../codec/codec.ts'
import { list, map } from '../codec/collection.ts'
import { expression } from '../codec/expression.ts'
import { record } from '../codec/record.ts'
import { nameOf } from '../codec/scalar.ts'
import type { ProcessSpec } from '../spec.ts'
import { onFail } from './on-fail.ts'

type Before = NonNullable<ProcessSpec['before']>
type After = NonNullable<ProcessSpec['after']>

const before = record<Before>({
  use: { key: 'use', codec: nameOf('transform') },
  params: { key: 'params', codec: map(expression), fallback: [] },
  require: { key: 'require', codec: list(expression), fallback: [] },
  onFail: { key: 'on_fail', codec: onFail },
})

const after = record<After>({
  use: { key: 'use', codec: nameOf('transform') },
  result: { key: 'result', codec: map(expression), fallback: [] },
  onFail: { key: 'on_fail', codec: onFail },
})

/** `process:`: what is computed and demanded around a call. */
export const processStages: Codec<ProcessSpec> = record<ProcessSpec>({
  before: { key: 'before', codec: before },
  after: { key: 'after', codec: after },
})
