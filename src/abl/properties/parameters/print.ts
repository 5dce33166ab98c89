import { expression } from '../../codec/expression.ts'
import { indent, printPair } from '../../codec/lines.ts'
import { printText, printWord } from '../../codec/scalar.ts'
import { printLiteral } from '../../signature/literal.ts'
import { printType } from '../../signature/type.ts'
import type { FieldSpec, ParameterSpec, TypeSpec, ValueSource } from '../../types.ts'
import { innermost, replaceInnermost } from './shape.ts'

/** A parameter as a signature writes it. Fields that carry more than a type are left to the block. */
export function printParameter(parameter: ParameterSpec): string {
  const { name, type, required, default: fallback } = parameter
  const written = printType(isDocumented(type) ? withoutFields(type) : type)
  if (fallback !== undefined) return `${name}: ${written} = ${printLiteral(fallback)}`
  return `${name}${required ? '' : '?'}: ${written}`
}

/** The lines of the `parameters:` block's content; none when the signature says it all. */
export function printParameterBlock(parameters: readonly ParameterSpec[]): string[] {
  return parameters.flatMap(parameter => {
    const lines = printEnrichment(parameter)
    return lines.length === 0 ? [] : [`${parameter.name}:`, ...indent(lines)]
  })
}

function printEnrichment({
  type,
  required,
  default: fallback,
  description,
  source,
  visibility,
}: ParameterSpec): string[] {
  return [
    ...(description === undefined ? [] : printPair('description', printText(description))),
    ...(required && fallback !== undefined ? ['required: true'] : []),
    ...printSource(source),
    ...printVisibility(visibility),
    ...(isDocumented(type) ? printFields(type) : []),
  ]
}

function printVisibility({ model, trace }: ParameterSpec['visibility']): string[] {
  if (trace) return model ? [] : ['hidden: true']
  return [`visibility: {model: ${model}, trace: ${trace}}`]
}

function printSource(source: ValueSource): string[] {
  switch (source.kind) {
    case 'model':
      return []
    case 'config':
      return ['source: config', `value: ${printWord(source.name)}`]
    case 'lookup':
      return [
        'source: lookup',
        `table: ${printWord(source.table)}`,
        ...printPair('key', expression.print(source.key)),
        ...(source.value === undefined ? [] : printPair('value', printText(source.value))),
      ]
    default:
      return [`source: ${source.kind}`, ...printPair('value', expression.print(source.value))]
  }
}

/** Whether some field of a type has a description or a default, which a signature cannot hold. */
function isDocumented(type: TypeSpec): boolean {
  const inner = innermost(type)
  if (inner.kind !== 'object') return false
  return (inner.fields ?? []).some(
    field => field.description !== undefined || field.default !== undefined || isDocumented(field.type),
  )
}

function withoutFields(type: TypeSpec): TypeSpec {
  return replaceInnermost(type, { kind: 'object' })
}

function printFields(type: TypeSpec): string[] {
  const inner = innermost(type)
  const fields = inner.kind === 'object' ? (inner.fields ?? []) : []
  if (type.kind !== 'array') return ['properties:', ...indent(fields.flatMap(printField))]
  return ['items:', ...indent(['properties:', ...indent(fields.flatMap(printField))])]
}

function printField({ name, type, optional, description, default: fallback }: FieldSpec): string[] {
  const documented = isDocumented(type)
  if (!documented && description === undefined && fallback === undefined)
    return [`${name}${optional ? '?' : ''}: ${printFieldType(type)}`]
  return [
    `${name}:`,
    ...indent([
      `type: ${printFieldType(documented ? withoutFields(type) : type)}`,
      ...(optional ? ['required: false'] : fallback === undefined ? [] : ['required: true']),
      ...(description === undefined ? [] : printPair('description', printText(description))),
      ...(fallback === undefined ? [] : [`default: ${printLiteral(fallback)}`]),
      ...(documented ? printFields(type) : []),
    ]),
  ]
}

/** An object type whose first field is called `type` would read as a description; written out it does not. */
function printFieldType(type: TypeSpec): string {
  if (type.kind === 'array') return `${printFieldType(type.items)}[]`
  const written = printType(type)
  return written.startsWith('{type:') || written.startsWith('{type?:') ? `object<${written}>` : written
}
