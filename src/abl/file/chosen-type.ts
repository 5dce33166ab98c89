import { BINDING_TYPES, NEWER_TYPES } from '../bindings/index.ts'
import type { BindingType } from '../bindings/spec.ts'
import { type ReadContext, within } from '../codec/codec.ts'
import { readText, word } from '../codec/scalar.ts'
import type { Pair } from '../scan/node.ts'

/** What `type:` says: a binding, nothing, or something that was reported. */
export type ChosenType = { kind: 'binding'; type: BindingType } | { kind: 'none' | 'newer' | 'broken' }

const bindingType = word(BINDING_TYPES)

export function readType(pairs: readonly Pair[], context: ReadContext): ChosenType {
  reportRepeated(pairs, context)
  const pair = pairs.findLast(candidate => candidate.key === 'type')
  if (!pair) return { kind: 'none' }
  const inside = within(context, pair)
  if (isNewer(pair, inside)) return { kind: 'newer' }
  const type = bindingType.read(pair.value, inside)
  return type ? { kind: 'binding', type } : { kind: 'broken' }
}

function isNewer({ value }: Pair, context: ReadContext): boolean {
  if (value.kind !== 'inline' || !NEWER_TYPES.includes(value.leaf.text.replaceAll('"', ''))) return false
  const message = `The binding \`${readText(value, context)?.text}\` belongs to a newer version of the language.`
  context.report.add({ code: 'ABL2009', span: value.span, message, hint: `bindings here: ${BINDING_TYPES.join(', ')}` })
  return true
}

function reportRepeated(pairs: readonly Pair[], context: ReadContext): void {
  for (const key of ['type', 'parameters']) {
    for (const pair of pairs.filter(candidate => candidate.key === key).slice(1)) {
      context.report.add({
        code: 'ABL2004',
        span: pair.keySpan,
        message: `\`${key}\` is there twice.`,
        hint: 'keep one of them',
      })
    }
  }
}
