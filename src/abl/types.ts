import type { Json } from '../core/json.ts'

/** The type of a parameter, a field or a result. `object` without `fields` is open; a named type is an open object too. */
export type TypeSpec =
  | { kind: 'string' | 'number' | 'boolean' | 'date' | 'datetime' | 'any' }
  | { kind: 'object'; fields?: FieldSpec[] }
  | { kind: 'array'; items: TypeSpec }
  | { kind: 'named'; name: string }
  | { kind: 'enum'; values: string[] }
  | { kind: 'union'; members: TypeSpec[] }
  | { kind: 'nullable'; type: TypeSpec }

/** One field of an object type. */
export interface FieldSpec {
  name: string
  type: TypeSpec
  optional: boolean
  description?: string
  default?: Json
}

/** Where a parameter's value comes from when it is not the model. Expressions are kept as their text. */
export type ValueSource =
  | { kind: 'model' }
  | { kind: 'system'; value: string }
  | { kind: 'runtime'; value: string }
  | { kind: 'config'; name: string }
  | { kind: 'auth'; value: string }
  | { kind: 'expr'; value: string }
  /** The row of `table` whose key equals `key` (an expression); of it the column `value`, or all of it. */
  | { kind: 'lookup'; table: string; key: string; value?: string }

export interface ParameterSpec {
  name: string
  type: TypeSpec
  /** The call fails without a value, once defaults and sources have been filled in. */
  required: boolean
  default?: Json
  description?: string
  source: ValueSource
  /** `model`: the model sees it and may set it. `trace`: its value is readable in traces. */
  visibility: { model: boolean; trace: boolean }
}

/** A name or path and the text (template or expression) that gives its value. */
export interface NamedValue {
  name: string
  value: string
}

/** The plain name of a type, as a signature writes it without its fields. */
export function typeName(type: TypeSpec): string {
  switch (type.kind) {
    case 'array':
      return `${typeName(type.items)}[]`
    case 'named':
      return type.name
    case 'enum':
      return `one of ${type.values.join(', ')}`
    case 'union':
      return type.members.map(typeName).join(' or ')
    case 'nullable':
      return `${typeName(type.type)} or null`
    default:
      return type.kind
  }
}
