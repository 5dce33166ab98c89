import { quote } from '../scan/quoted.ts'
import type { FieldSpec, TypeSpec } from '../types.ts'
import { atEnd, type Cursor, LeafProblem, nested, sees, stop, takes, takesMatch, upNext } from './cursor.ts'
import { readQuotedLiteral } from './literal.ts'
import { readName } from './name.ts'

const WORD = /[A-Za-z_]\w*/y
const ENUM_WORD = /[^,[\]<>"'\s][^,[\]<>"']*/y

const MOST_DIMENSIONS = 8

const BASES = ['string', 'number', 'boolean', 'date', 'datetime', 'any'] as const

/** The words that name a type by themselves. */
export const TYPE_WORDS: readonly string[] = [...BASES, 'object', 'array']

/** A type, as far as it goes: `string`, `Hotel[]`, `{id: string, note?: string}[]`, `enum<[a, b]>`. */
export function readType(cursor: Cursor): TypeSpec {
  return nested(cursor, () => {
    let type = readBase(cursor)
    for (let dimensions = 1; takes(cursor, '['); dimensions++) {
      if (!takes(cursor, ']')) {
        const message = `Expected \`]\`, found ${upNext(cursor)}.`
        stop(cursor, { code: 'ABL2002', message, hint: 'an array is written `type[]`' })
      }
      if (dimensions > MOST_DIMENSIONS)
        stop(cursor, { code: 'ABL1010', message: `An array has at most ${MOST_DIMENSIONS} dimensions.` })
      type = { kind: 'array', items: type }
    }
    return type
  })
}

function readBase(cursor: Cursor): TypeSpec {
  if (sees(cursor, '{')) return readObject(cursor)
  const word = takesMatch(cursor, WORD)
  if (word === undefined)
    return stop(cursor, {
      code: 'ABL2002',
      message: `Expected a type, found ${upNext(cursor)}.`,
      hint: `types: ${TYPE_WORDS.join(', ')}, {field: type}, type[]`,
    })
  if (takes(cursor, '<')) return readGeneric(cursor, word, cursor.at - word.length - 1)
  const base = BASES.find(known => known === word)
  if (base) return { kind: base }
  if (word === 'object') return { kind: 'object' }
  if (word === 'array') return { kind: 'array', items: { kind: 'any' } }
  return { kind: 'named', name: word }
}

function readGeneric(cursor: Cursor, word: string, from: number): TypeSpec {
  const type = readInner(cursor, word, from)
  if (!takes(cursor, '>')) stop(cursor, { code: 'ABL2002', message: `Expected \`>\`, found ${upNext(cursor)}.` })
  return type
}

function readInner(cursor: Cursor, word: string, from: number): TypeSpec {
  switch (word) {
    case 'array':
      return { kind: 'array', items: readType(cursor) }
    case 'object':
      return readObject(cursor)
    case 'nullable':
      return { kind: 'nullable', type: readType(cursor) }
    case 'enum':
      return { kind: 'enum', values: readBracketed(cursor, () => readEnumValue(cursor)) }
    case 'union':
      return { kind: 'union', members: readBracketed(cursor, () => readType(cursor)) }
    default:
      return stop(
        cursor,
        {
          code: 'ABL2002',
          message: `There is no type \`${word}<…>\`.`,
          hint: 'with <…>: array, object, enum, union, nullable',
        },
        from,
      )
  }
}

function readBracketed<T>(cursor: Cursor, read: () => T): T[] {
  if (!takes(cursor, '['))
    stop(cursor, { code: 'ABL2002', message: `Expected \`[\`, found ${upNext(cursor)}.`, hint: 'write <[a, b]>' })
  const values: T[] = []
  while (!takes(cursor, ']')) {
    values.push(read())
    if (takes(cursor, ',')) continue
    if (!sees(cursor, ']')) stop(cursor, { code: 'ABL2002', message: `Expected \`]\`, found ${upNext(cursor)}.` })
  }
  return values.length > 0
    ? values
    : stop(cursor, { code: 'ABL2002', message: 'At least one is needed between `[` and `]`.' })
}

function readEnumValue(cursor: Cursor): string {
  const value = readQuotedLiteral(cursor) ?? takesMatch(cursor, ENUM_WORD)?.trim()
  return value ?? stop(cursor, { code: 'ABL2002', message: `Expected a word, found ${upNext(cursor)}.` })
}

function readObject(cursor: Cursor): TypeSpec {
  if (!takes(cursor, '{')) stop(cursor, { code: 'ABL2002', message: `Expected \`{\`, found ${upNext(cursor)}.` })
  const fields: FieldSpec[] = []
  const names = new Set<string>()
  while (!takes(cursor, '}')) {
    fields.push(readField(cursor, names))
    if (takes(cursor, ',')) continue
    if (!sees(cursor, '}'))
      stop(cursor, { code: 'ABL2002', message: `Expected \`,\` or \`}\`, found ${upNext(cursor)}.` })
  }
  return { kind: 'object', fields }
}

function readField(cursor: Cursor, names: Set<string>): FieldSpec {
  const { name } = readName(cursor, 'a field')
  if (names.has(name))
    stop(cursor, { code: 'ABL2004', message: `The field \`${name}\` is there twice.` }, cursor.at - name.length)
  names.add(name)
  const optional = takes(cursor, '?')
  if (!takes(cursor, ':')) {
    stop(cursor, { code: 'ABL2001', message: `Expected \`: type\` after \`${name}\`, found ${upNext(cursor)}.` })
  }
  return { name, type: readType(cursor), optional }
}

/** A type as `readType` reads it back. Descriptions and defaults of fields are left out: they have their own block. */
export function printType(type: TypeSpec): string {
  switch (type.kind) {
    case 'object':
      return type.fields ? `{${type.fields.map(printField).join(', ')}}` : 'object'
    case 'array':
      return `${printType(type.items)}[]`
    case 'named':
      return type.name
    case 'enum':
      return `enum<[${type.values.map(printEnumValue).join(', ')}]>`
    case 'union':
      return `union<[${type.members.map(printType).join(', ')}]>`
    case 'nullable':
      return `nullable<${printType(type.type)}>`
    default:
      return type.kind
  }
}

function printField({ name, optional, type }: FieldSpec): string {
  return `${name}${optional ? '?' : ''}: ${printType(type)}`
}

function printEnumValue(value: string): string {
  return /^[\w-]+$/.test(value) ? value : quote(value)
}

/** Whether the whole leaf is a type written without quotes. Named types count when they begin with a capital. */
export function looksLikeType(cursor: Cursor): boolean {
  try {
    const type = readType(cursor)
    return atEnd(cursor) && namesCapitals(type)
  } catch (error) {
    if (error instanceof LeafProblem) return false
    throw error
  }
}

function namesCapitals(type: TypeSpec): boolean {
  switch (type.kind) {
    case 'named':
      return /^[A-Z]/.test(type.name)
    case 'array':
      return namesCapitals(type.items)
    case 'nullable':
      return namesCapitals(type.type)
    case 'union':
      return type.members.every(namesCapitals)
    case 'object':
      return (type.fields ?? []).every(field => namesCapitals(field.type))
    default:
      return true
  }
}
