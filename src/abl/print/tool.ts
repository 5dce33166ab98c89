import { BINDINGS } from '../bindings/index.ts'
import type { BindingSpec } from '../bindings/spec.ts'
import { indent } from '../codec/lines.ts'
import { type AnyFields, printFields } from '../codec/record.ts'
import { DEFAULTS, isOverruled, ownHeaders, type ToolDefaults } from '../file/defaults.ts'
import { COMMON } from '../properties/common.ts'
import { printParameter, printParameterBlock } from '../properties/parameters/print.ts'
import { printType } from '../signature/type.ts'
import type { Hints, ToolSpec } from '../spec.ts'

const WIDEST_SIGNATURE = 110

const { description, ...REST } = COMMON
const BEFORE_BINDING: AnyFields = { description }
const AFTER_BINDING: AnyFields = REST

/** A tool's declaration at column 0. What the defaults of its file already say is left out. */
export function printTool(spec: ToolSpec, defaults: ToolDefaults): string[] {
  const properties = [
    ...printFields(BEFORE_BINDING, asValues(spec)),
    ...printBinding(spec.binding, { defaults, hints: spec.hints }),
    ...printBlock('parameters', printParameterBlock(spec.parameters)),
    ...printFields(AFTER_BINDING, asValues(spec)),
  ]
  return [...printSignature(spec), ...indent(properties)]
}

function printSignature({ name, parameters, returns }: ToolSpec): string[] {
  const printed = parameters.map(printParameter)
  const result = returns ? ` -> ${printType(returns)}` : ''
  const line = `${name}(${printed.join(', ')})${result}`
  if (line.length <= WIDEST_SIGNATURE || printed.length === 0) return [line]
  return [`${name}(`, ...indent(printed.map(parameter => `${parameter},`)), `)${result}`]
}

function printBinding(binding: BindingSpec | undefined, file: { defaults: ToolDefaults; hints: Hints }): string[] {
  if (!binding) return []
  const values = asValues(binding)
  const headers = 'headers' in binding ? { headers: ownHeaders(file.defaults.headers, binding.headers) } : {}
  return [`type: ${binding.type}`, ...printFields(fieldsUnder(binding, file), { ...values, ...headers })]
}

/** The binding's table, with the file's defaults in the place of the usual ones. */
function fieldsUnder(binding: BindingSpec, { defaults, hints }: { defaults: ToolDefaults; hints: Hints }): AnyFields {
  const { fields, defaults: reached } = BINDINGS[binding.type]
  const changed = Object.entries(DEFAULTS).flatMap(([name, { key }]) => {
    const value = defaults[name as keyof ToolDefaults]
    const field = fields[name]
    const applies = field && name !== 'headers' && value !== undefined && reached.includes(key)
    return applies && !isOverruled(key, binding, hints) ? [[name, { ...field, fallback: value }] as const] : []
  })
  return changed.length === 0 ? fields : { ...fields, ...Object.fromEntries(changed) }
}

function printBlock(key: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${key}:`, ...indent(lines)]
}

function asValues(value: object): Readonly<Record<string, unknown>> {
  return { ...value }
}
