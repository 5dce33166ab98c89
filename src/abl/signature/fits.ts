import { isRecord, type Json } from '../../core/json.ts'
import { readDate } from '../expression/functions/date.ts'
import { shown } from '../scan/report.ts'
import { type TypeSpec, typeName } from '../types.ts'

/** Whether a value, as it is written, is one of a type. Types that promise nothing take anything. */
export function fitsType(value: Json, type: TypeSpec): boolean {
  switch (type.kind) {
    case 'any':
    case 'named':
      return true
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && readDate(value) !== undefined
    case 'datetime':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) && readDate(value) !== undefined
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value) && value.every(item => fitsType(item, type.items))
    case 'enum':
      return typeof value === 'string' && type.values.includes(value)
    case 'union':
      return type.members.some(member => fitsType(value, member))
    case 'nullable':
      return value === null || fitsType(value, type.type)
    default:
      return typeof value === type.kind
  }
}

export function misfit(value: Json, type: TypeSpec, what: string): { message: string; hint?: string } {
  const written = JSON.stringify(value)
  const message = `${what[0]?.toUpperCase()}${what.slice(1)} must be ${typeName(type)}, not ${shown(written)}.`
  if (type.kind === 'string' && typeof value !== 'object') return { message, hint: `write "${shown(String(value))}"` }
  return type.kind === 'date' ? { message, hint: 'a day that exists, as YYYY-MM-DD' } : { message }
}
