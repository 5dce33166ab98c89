import { getOwn } from '../../core/json.ts'
import type { Binding } from '../bindings/binding.ts'
import { BINDING_TYPES, BINDINGS } from '../bindings/index.ts'
import type { BindingType } from '../bindings/spec.ts'
import type { ReadContext } from '../codec/codec.ts'
import { keysOf, reportUnknown } from '../codec/record.ts'
import { COMMON } from '../properties/common.ts'
import { reportNewer } from '../properties/newer.ts'
import type { Pair } from '../scan/node.ts'
import type { ChosenType } from './chosen-type.ts'

/** Says about a property that a tool's table does not have what it is: newer, of another binding, old, or unknown. */
export function takeUnknown(pair: Pair, chosen: ChosenType, context: ReadContext): void {
  if (chosen.kind === 'newer') return
  const binding: Binding | undefined = chosen.kind === 'binding' ? BINDINGS[chosen.type] : undefined
  if (binding?.ignored.includes(pair.key)) return
  const reason = binding?.refused && getOwn(binding.refused, pair.key)
  const owners = BINDING_TYPES.filter(type => keysOf(BINDINGS[type].fields).has(pair.key))
  if (reason) reportRefused(pair, reason, context)
  else if (Object.values<Binding>(BINDINGS).some(other => other.newer.includes(pair.key))) reportNewer(pair, context)
  else if (owners.length === 0) reportUnknown(pair, context, candidatesFor(chosen))
  else if (chosen.kind !== 'broken') reportForeign(pair, owners, { chosen, context })
}

function reportRefused(pair: Pair, reason: string, context: ReadContext): void {
  const message = `\`${pair.key}\` does not belong in a file: ${reason}.`
  context.report.add({ code: 'ABL2014', severity: 'warning', span: pair.keySpan, message, hint: 'remove it' })
}

function reportForeign(
  pair: Pair,
  owners: readonly BindingType[],
  { chosen, context }: { chosen: ChosenType; context: ReadContext },
): void {
  const here = chosen.kind === 'binding' ? `this tool is \`${chosen.type}\`` : 'this tool has no `type:`'
  context.report.add({
    code: 'ABL2008',
    span: pair.keySpan,
    message: `\`${pair.key}\` is a property of ${owners.join(', ')}; ${here}.`,
    hint: chosen.kind === 'binding' ? 'leave it out' : `add \`type: ${owners[0]}\``,
  })
}

function candidatesFor(chosen: ChosenType): string[] {
  const own = chosen.kind === 'binding' ? keysOf(BINDINGS[chosen.type].fields).keys() : []
  return ['type', 'parameters', ...keysOf(COMMON).keys(), ...own]
}
