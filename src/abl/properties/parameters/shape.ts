import type { Json } from '../../../core/json.ts'
import { type ReadContext, refuse, refuseKind, within } from '../../codec/codec.ts'
import { reportDuplicate } from '../../codec/collection.ts'
import { isFlowMap, pairsOf } from '../../codec/flow.ts'
import { json } from '../../codec/json.ts'
import { readFields, reportUnknown } from '../../codec/record.ts'
import { boolean, text } from '../../codec/scalar.ts'
import type { Leaf, Pair, Value } from '../../scan/node.ts'
import { atEnd, cursorAt, LeafProblem, stop, upNext } from '../../signature/cursor.ts'
import { fitsType, misfit } from '../../signature/fits.ts'
import { nameProblem } from '../../signature/name.ts'
import { looksLikeType, readType } from '../../signature/type.ts'
import type { FieldSpec, TypeSpec } from '../../types.ts'

/** What a block says about one field or item. */
interface Shape {
  type: TypeSpec
  required?: boolean
  description?: string
  default?: Json
}

/** Keys that turn a map into the description of one value, rather than a list of an object's fields. */
const DESCRIBING = ['type', 'properties', 'items']

/** The fields of an object: `name: type`, `name: {type: …, description: …}`, or `name:` with fields of its own. */
export function readFieldMap(pairs: readonly Pair[], context: ReadContext): FieldSpec[] {
  const seen = new Set<string>()
  return pairs.flatMap(pair => {
    const name = pair.key.replace(/\?$/, '')
    if (seen.has(name)) reportDuplicate(pair, context)
    seen.add(name)
    const problem = nameProblem(name)
    if (problem)
      context.report.add({
        code: 'ABL2001',
        span: pair.keySpan,
        message: `\`${name.slice(0, 80)}\` cannot be the name of a field: ${problem}.`,
      })
    const shape = readShape(pair.value, within(context, pair))
    return shape && !problem ? [fieldOf(name, pair.key.endsWith('?'), shape)] : []
  })
}

function fieldOf(name: string, marked: boolean, { type, required, description, default: fallback }: Shape): FieldSpec {
  return {
    name,
    type,
    optional: required === undefined ? marked || fallback !== undefined : !required,
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
}

/** A type, or a map that describes one. */
export function readShape(value: Value, context: ReadContext): Shape | undefined {
  if (value.kind === 'inline' && !isDescription(value.leaf)) return readInlineType(value, context)
  if (value.kind !== 'inline' && value.kind !== 'block') return refuseKind(value, context, 'a type')
  const pairs = pairsOf(value, context, 'a type or a map')
  if (!pairs) return undefined
  if (!pairs.some(pair => DESCRIBING.includes(pair.key)))
    return { type: { kind: 'object', fields: readFieldMap(pairs, context) } }
  return readDescription(pairs, context)
}

/** A flow map that is no object type, or that begins with `type:`. */
function isDescription(leaf: Leaf): boolean {
  return isFlowMap(leaf) && (/^\{\s*type\s*:/.test(leaf.text) || !looksLikeType(cursorAt(leaf)))
}

function readInlineType(value: Extract<Value, { kind: 'inline' }>, context: ReadContext): Shape | undefined {
  const cursor = cursorAt(value.leaf)
  try {
    const type = readType(cursor)
    if (!atEnd(cursor))
      stop(cursor, { code: 'ABL2002', message: `Nothing may follow the type, found ${upNext(cursor)}.` })
    return { type }
  } catch (error) {
    if (!(error instanceof LeafProblem)) throw error
    return refuse(context, error.problem)
  }
}

const PLAIN = {
  required: { key: 'required', codec: boolean },
  description: { key: 'description', codec: text },
  default: { key: 'default', codec: json },
}

function readDescription(pairs: readonly Pair[], context: ReadContext): Shape | undefined {
  const structural = new Map<string, Pair>()
  const onUnknown = (pair: Pair) => {
    if (!DESCRIBING.includes(pair.key)) return reportUnknown(pair, context, [...DESCRIBING, ...Object.keys(PLAIN)])
    if (structural.has(pair.key)) return reportDuplicate(pair, context)
    structural.set(pair.key, pair)
  }
  const plain: Partial<Omit<Shape, 'type'>> = readFields(PLAIN, pairs, { context, options: { onUnknown } })
  const typePair = structural.get('type')
  const declared = typePair && readShape(typePair.value, within(context, typePair))?.type
  if (typePair && !declared) return undefined
  const type = refineType(
    declared ?? (structural.has('items') ? { kind: 'array', items: { kind: 'any' } } : { kind: 'object' }),
    structural,
    context,
  )
  checkDefault(plain.default, type, context)
  return { ...plain, type }
}

function checkDefault(value: Json | undefined, type: TypeSpec, context: ReadContext): void {
  if (value === undefined || fitsType(value, type)) return
  context.report.add({
    code: 'ABL2005',
    span: context.places.get(`${context.path}.default`) ?? context.keySpan,
    ...misfit(value, type, 'the default'),
  })
}

/** A type with the fields that `properties:` or `items:` give it. */
export function refineType(type: TypeSpec, structural: ReadonlyMap<string, Pair>, context: ReadContext): TypeSpec {
  let refined = type
  const properties = structural.get('properties')
  const items = structural.get('items')
  if (properties) refined = withProperties(refined, properties, within(context, properties))
  if (items) refined = withItems(refined, items, within(context, items))
  return refined
}

function withProperties(type: TypeSpec, pair: Pair, context: ReadContext): TypeSpec {
  if (!isOpen(type)) {
    refuseShape(pair, context, 'an object without fields of its own')
    return type
  }
  const pairs = pairsOf(pair.value, context)
  return pairs ? { kind: 'object', fields: readFieldMap(pairs, context) } : type
}

function withItems(type: TypeSpec, pair: Pair, context: ReadContext): TypeSpec {
  const inner = innermost(type)
  if (type.kind !== 'array' || !(isOpen(inner) || inner.kind === 'any')) {
    refuseShape(pair, context, 'an array of objects without fields of their own')
    return type
  }
  const shape = readShape(pair.value, context)
  return shape ? replaceInnermost(type, shape.type) : type
}

function refuseShape(pair: Pair, context: ReadContext, needed: string): void {
  const message = `\`${pair.key}\` describes ${needed}; the type here is another.`
  context.report.add({ code: 'ABL3009', span: pair.keySpan, message, hint: 'keep the fields in one of the two places' })
}

/** An object about whose fields nothing is said yet. */
export function isOpen(type: TypeSpec): boolean {
  return type.kind === 'named' || (type.kind === 'object' && type.fields === undefined)
}

export function innermost(type: TypeSpec): TypeSpec {
  return type.kind === 'array' ? innermost(type.items) : type
}

export function replaceInnermost(type: TypeSpec, inner: TypeSpec): TypeSpec {
  return type.kind === 'array' ? { kind: 'array', items: replaceInnermost(type.items, inner) } : inner
}

/** Whether a value says nothing but a type: a type without quotes, or a block of such lines. */
export function saysType({ key, value }: Pair): boolean {
  if (value.kind === 'inline') return looksLikeType(cursorAt(value.leaf))
  if (value.kind !== 'block' || [...DESCRIBING, 'visibility'].includes(key)) return false
  return value.nodes.every(node => node.kind === 'pair' && saysType(node))
}
