import { type FieldSpec, fitsType, type TypeSpec, typeName } from '../../../abl/index.ts'
import { isRecord, type Json } from '../../../core/json.ts'
import type { ToolContext } from '../../../core/tool.ts'
import { ToolFailure } from '../../../core/tool-failure.ts'

const SHOWN_MISFITS = 5

/** Compares a result with what the declaration promises: a line in the trace, or with `strict` a failure. */
export function checkReturn(
  returns: TypeSpec,
  result: unknown,
  { context, strict }: { context: ToolContext; strict: boolean },
): void {
  const misfits: string[] = []
  compare(result, returns, { path: 'result', misfits })
  if (misfits.length === 0) return
  const message = `The result is not what the tool declares: ${misfits.join('; ')}.`
  if (strict) throw new ToolFailure({ code: 'invalid_response', message })
  context.emit({ type: 'trace', stage: 'return', message })
}

interface Place {
  path: string
  misfits: string[]
}

function compare(value: unknown, type: TypeSpec, place: Place): void {
  if (place.misfits.length >= SHOWN_MISFITS) return
  if (type.kind === 'object' && isRecord(value)) compareFields(value, type.fields ?? [], place)
  else if (type.kind === 'array' && Array.isArray(value)) compareItems(value, type.items, place)
  else if (type.kind === 'nullable' && value !== null) compare(value, type.type, place)
  else if (!fitsType(value as Json, type)) place.misfits.push(`\`${place.path}\` is no ${typeName(type)}`)
}

function compareFields(value: Record<string, unknown>, fields: readonly FieldSpec[], { path, misfits }: Place): void {
  for (const { name, type, optional } of fields) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    const at = `${path}.${name}`
    if (inner !== undefined) compare(inner, type, { path: at, misfits })
    else if (!optional) misfits.push(`\`${at}\` is missing`)
  }
}

/** Items beyond these are taken to be like them. */
const COMPARED_ITEMS = 100

function compareItems(value: readonly unknown[], items: TypeSpec, { path, misfits }: Place): void {
  for (const [index, item] of value.slice(0, COMPARED_ITEMS).entries()) {
    compare(item, items, { path: `${path}.${index}`, misfits })
  }
}
