import type { ReadContext } from '../codec/codec.ts'
import type { Pair } from '../scan/node.ts'

/** A property that a newer version of the language has: known, but without effect here (ABL2009). */
export function reportNewer(pair: Pair, context: ReadContext): void {
  const message = `\`${pair.key}\` belongs to a newer version of the language and has no effect here.`
  context.report.add({
    code: 'ABL2009',
    span: pair.keySpan,
    message,
    hint: 'leave it out, or keep it for other readers',
  })
}
