import type { Codec } from '../codec/codec.ts'
import { map } from '../codec/collection.ts'
import { template } from '../codec/expression.ts'
import type { Fields } from '../codec/record.ts'
import { nameOf, number, printNumber, word } from '../codec/scalar.ts'
import { quote } from '../scan/quoted.ts'
import type { Binding } from './binding.ts'
import type { WorkflowSpec } from './spec.ts'

const milliseconds = number({ least: 1 })

/** A number, or a template that will give one. */
const numberOrTemplate: Codec<number | string> = {
  read(value, context) {
    const isTemplate = value.kind === 'inline' && value.leaf.text.includes('{{')
    return isTemplate ? template.read(value, context) : milliseconds.read(value, context)
  },
  print: value => (typeof value === 'number' ? printNumber(value) : quote(value)),
}

const fields: Fields<Omit<WorkflowSpec, 'type'>> = {
  workflowId: { key: 'workflow_id', codec: nameOf('workflow'), required: true },
  mode: { key: 'mode', codec: word(['sync', 'async']), fallback: 'sync' },
  timeoutMs: { key: 'timeout_ms', codec: numberOrTemplate },
  paramMapping: { key: 'param_mapping', codec: map(nameOf('parameter')) },
}

/** A durable workflow of the project. */
export const workflow: Binding = { fields, defaults: [], newer: [], ignored: ['workflow_version', 'trigger_id'] }
