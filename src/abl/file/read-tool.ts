import { BINDINGS } from '../bindings/index.ts'
import type { BindingSpec, BindingType } from '../bindings/spec.ts'
import { newContext, type ReadContext } from '../codec/codec.ts'
import { type AnyFields, readFields } from '../codec/record.ts'
import { COMMON, type CommonProperties } from '../properties/common.ts'
import { readParameters } from '../properties/parameters/read.ts'
import { reportUnknownParameters } from '../properties/parameters/references.ts'
import type { Node, Pair, PlainLine } from '../scan/node.ts'
import { type Report, shown } from '../scan/report.ts'
import { rangeOf, type Span } from '../scan/source.ts'
import { readSignature } from '../signature/signature.ts'
import type { ToolSpec } from '../spec.ts'
import { type ChosenType, readType } from './chosen-type.ts'
import { takeUnknown } from './unknown.ts'

/** A tool as one file declares it, with what the checks need to point at its parts. */
export interface ParsedTool {
  spec: ToolSpec
  nameSpan: Span
  /** From its name to its last property. */
  span: Span
  /** From its name to its last line, be that line readable or not: an error anywhere in it makes the tool unusable. */
  reach: Span
  /** Places of its properties and the names it refers to. */
  context: ReadContext
}

/** Reads one declaration with its properties; undefined (reported) when its signature is broken. */
export function readTool(line: PlainLine, report: Report): ParsedTool | undefined {
  const signature = line.broken ? undefined : readSignature(line.leaf, report)
  if (!signature) return undefined
  const context = newContext(report, signature.nameSpan)
  const pairs = pairsIn(line.children, context)
  const chosen = readType(pairs, context)
  const values = readFields(tableFor(chosen), pairs.filter(isProperty), {
    context,
    options: { onUnknown: (pair, inside) => takeUnknown(pair, chosen, inside) },
  })
  const parameters = readParameters(
    signature.parameters,
    pairs.findLast(pair => pair.key === 'parameters'),
    context,
  )
  reportUnknownParameters(parameters, context)
  const binding = chosen.kind === 'binding' ? bindingOf(chosen.type, values) : undefined
  const spec: ToolSpec = {
    name: signature.name,
    ...(pick(COMMON, values) as CommonProperties),
    parameters,
    ...(signature.returns ? { returns: signature.returns } : {}),
    ...(binding ? { binding } : {}),
    at: { file: report.source.file, range: rangeOf(report.source, line.leaf) },
  }
  const reach = { start: line.span.start, end: line.reach }
  return { spec, nameSpan: signature.nameSpan, span: line.span, reach, context }
}

function pairsIn(nodes: readonly Node[], context: ReadContext): Pair[] {
  const pairs: Pair[] = []
  for (const node of nodes) {
    if (node.kind === 'pair') pairs.push(node)
    else {
      const text = node.kind === 'line' ? node.leaf.text : '-'
      const message = `\`${shown(text)}\` is no property: a property is \`key: value\`.`
      const hint = /^\w+\s*\(/.test(text) ? 'a tool begins at the column of the other tools' : undefined
      context.report.add({ code: 'ABL2011', span: node.span, message, ...(hint ? { hint } : {}) })
    }
  }
  return pairs
}

function isProperty(pair: Pair): boolean {
  return pair.key !== 'type' && pair.key !== 'parameters'
}

const tables = new Map<BindingType, AnyFields>()

/** The common properties and those of the chosen binding, as one table. */
function tableFor(chosen: ChosenType): AnyFields {
  if (chosen.kind !== 'binding') return COMMON
  const known = tables.get(chosen.type)
  if (known) return known
  const table = { ...COMMON, ...BINDINGS[chosen.type].fields }
  tables.set(chosen.type, table)
  return table
}

/** The binding with its properties; required ones that are missing are reported and absent. */
function bindingOf(type: BindingType, values: Readonly<Record<string, unknown>>): BindingSpec {
  return { type, ...pick(BINDINGS[type].fields, values) } as BindingSpec
}

function pick(fields: AnyFields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name in fields) if (values[name] !== undefined) picked[name] = values[name]
  return picked
}
