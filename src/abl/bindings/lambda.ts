import type { Fields } from '../codec/record.ts'
import { nameOf, number, text } from '../codec/scalar.ts'
import type { Binding } from './binding.ts'
import type { LambdaSpec } from './spec.ts'

const fields: Fields<Omit<LambdaSpec, 'type'>> = {
  function: { key: 'function', codec: nameOf('function'), required: true },
  runtime: { key: 'runtime', codec: text },
  timeout: { key: 'timeout', codec: number({ least: 1 }) },
}

/** A function of the project's registry, local or in a cloud. */
export const lambda: Binding = { fields, defaults: ['timeout'], newer: [], ignored: [] }
