import type { Json } from '../../../core/json.ts'
import { type ReadContext, within } from '../../codec/codec.ts'
import { reportDuplicate } from '../../codec/collection.ts'
import { pairsOf } from '../../codec/flow.ts'
import { json } from '../../codec/json.ts'
import { readFields, record, reportUnknown } from '../../codec/record.ts'
import { boolean, parseNumber, readText, text } from '../../codec/scalar.ts'
import type { Pair, Value } from '../../scan/node.ts'
import { shown, suggestion } from '../../scan/report.ts'
import { fitsType, misfit } from '../../signature/fits.ts'
import type { SignatureParameter } from '../../signature/signature.ts'
import type { ParameterSpec, TypeSpec } from '../../types.ts'
import { innermost, isOpen, readFieldMap, refineType, replaceInnermost, saysType } from './shape.ts'
import { readSource, SOURCE_KEYS } from './source.ts'

const visibility = record<ParameterSpec['visibility']>({
  model: { key: 'model', codec: boolean, fallback: true },
  trace: { key: 'trace', codec: boolean, fallback: true },
})

const PLAIN = {
  description: { key: 'description', codec: text },
  required: { key: 'required', codec: boolean },
  hidden: { key: 'hidden', codec: boolean },
  visibility: { key: 'visibility', codec: visibility },
}

interface Enrichment {
  description?: string
  required?: boolean
  hidden?: boolean
  visibility?: ParameterSpec['visibility']
}

/** Keys that are read together with others, or by the parameter's type. */
const SPECIAL: readonly string[] = [...SOURCE_KEYS, 'default', 'properties', 'items']
const ENRICHMENT_KEYS: readonly string[] = [...Object.keys(PLAIN), ...SPECIAL]

/** The parameters of a signature, with what the `parameters:` block says about them. */
export function readParameters(
  declared: readonly SignatureParameter[],
  block: Pair | undefined,
  context: ReadContext,
): ParameterSpec[] {
  const byName = new Map(declared.map(parameter => [parameter.name, parameter]))
  const written = block ? pairsByParameter(block, byName, within(context, block)) : new Map<string, Pair>()
  return [...byName.values()].map(parameter => {
    const pair = written.get(parameter.name)
    return pair && block ? enrich(parameter, pair, within(within(context, block), pair)) : plainParameter(parameter)
  })
}

function pairsByParameter(
  block: Pair,
  declared: ReadonlyMap<string, SignatureParameter>,
  context: ReadContext,
): Map<string, Pair> {
  const written = new Map<string, Pair>()
  for (const pair of pairsOf(block.value, context) ?? []) {
    if (written.has(pair.key)) reportDuplicate(pair, context)
    else if (!declared.has(pair.key)) {
      const message = `\`${shown(pair.key)}\` is no parameter of this tool.`
      context.report.add({
        code: 'ABL2010',
        span: pair.keySpan,
        message,
        hint: suggestion(pair.key, declared.keys()) ?? 'declare it in the signature',
      })
    }
    written.set(pair.key, pair)
  }
  return written
}

function plainParameter({ name, type, optional, default: fallback }: SignatureParameter): ParameterSpec {
  return {
    name,
    type,
    required: !optional,
    ...(fallback === undefined ? {} : { default: fallback }),
    source: { kind: 'model' },
    visibility: { model: true, trace: true },
  }
}

function enrich(parameter: SignatureParameter, pair: Pair, context: ReadContext): ParameterSpec {
  const pairs = pairsOf(pair.value, context, 'a map of fields or of enrichment keys')
  const plain = plainParameter(parameter)
  if (!pairs) return plain
  if (takesFields(parameter.type) && pairs.every(saysType)) {
    return {
      ...plain,
      type: replaceInnermost(parameter.type, { kind: 'object', fields: readFieldMap(pairs, context) }),
    }
  }
  return readEnrichment(plain, pairs, context)
}

function takesFields(type: TypeSpec): boolean {
  const inner = innermost(type)
  return inner.kind === 'object' && isOpen(inner)
}

function readEnrichment(plain: ParameterSpec, pairs: readonly Pair[], context: ReadContext): ParameterSpec {
  const special = new Map<string, Pair>()
  const onUnknown = (pair: Pair) => {
    if (!SPECIAL.includes(pair.key)) return refuseKey(pair, plain.type, context)
    if (special.has(pair.key)) return reportDuplicate(pair, context)
    special.set(pair.key, pair)
  }
  const {
    hidden,
    visibility: flags,
    ...own
  }: Enrichment = readFields(PLAIN, pairs, { context, options: { onUnknown } })
  const type = refineType(plain.type, special, context)
  const fallback = readDefault(special.get('default'), type, context) ?? plain.default
  const { model, trace } = flags ?? plain.visibility
  return {
    ...plain,
    type,
    required: own.required ?? (plain.required && fallback === undefined),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(own.description === undefined ? {} : { description: own.description }),
    source: readSource(special, context) ?? plain.source,
    visibility: { model: model && hidden !== true, trace },
  }
}

/** A key that is no enrichment: a field among enrichment keys, or a mistake. */
function refuseKey(pair: Pair, type: TypeSpec, context: ReadContext): void {
  if (!takesFields(type) || !saysType(pair)) {
    reportUnknown(pair, context, ENRICHMENT_KEYS)
    return
  }
  const message = `\`${shown(pair.key)}\` is a field, but other keys here describe the parameter itself.`
  context.report.add({
    code: 'ABL3009',
    span: pair.keySpan,
    message,
    hint: type.kind === 'array' ? 'use items: for the fields' : 'use properties: for the fields',
  })
}

/** A default is read by the type: `10` is a text for a string and a number for a number. */
function readDefault(pair: Pair | undefined, type: TypeSpec, outer: ReadContext): Json | undefined {
  if (!pair) return undefined
  const context = within(outer, pair)
  const value = readByType(pair.value, type, context)
  if (value === undefined || fitsType(value, type)) return value
  context.report.add({ code: 'ABL2005', span: pair.value.span, ...misfit(value, type, 'the default') })
  return undefined
}

function readByType(value: Value, type: TypeSpec, context: ReadContext): Json | undefined {
  if (type.kind === 'string' || type.kind === 'date' || type.kind === 'datetime' || type.kind === 'enum')
    return readText(value, context)?.text
  if (type.kind !== 'number') return json.read(value, context)
  const found = json.read(value, context)
  return typeof found === 'string' ? (parseNumber(found) ?? found) : found
}
