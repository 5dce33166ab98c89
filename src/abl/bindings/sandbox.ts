import type { Fields } from '../codec/record.ts'
import { number, text, word } from '../codec/scalar.ts'
import type { Binding } from './binding.ts'
import type { SandboxSpec } from './spec.ts'

const fields: Fields<Omit<SandboxSpec, 'type'>> = {
  runtime: { key: 'runtime', codec: word(['javascript', 'python']), required: true },
  timeout: { key: 'timeout', codec: number({ least: 1 }) },
  memoryMb: { key: 'memory_mb', codec: number({ least: 1 }) },
  code: { key: 'code', codec: text, required: true },
}

/** Code in the file, run without network or files. */
export const sandbox: Binding = { fields, defaults: ['timeout'], newer: [], ignored: [] }
