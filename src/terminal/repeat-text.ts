import type { RepeatSummary } from '../runtime/repeat-call.ts'
import { duration } from './describe-call.ts'

/** `50 calls: 48 ok, 2 failed (http_503 2). Fastest 9 ms, half within 12 ms, slowest 40 ms.` */
export function repeatText({ calls, outcomes, codes, ms }: RepeatSummary): string {
  const kinds = Object.entries(outcomes).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []))
  const named = Object.entries(codes).map(([code, count]) => `${code} ${count}`)
  const why = named.length > 0 ? ` (${named.join(', ')})` : ''
  const times = `Fastest ${duration(ms.least)}, half within ${duration(ms.median)}, slowest ${duration(ms.most)}.`
  return `${calls} call${calls === 1 ? '' : 's'}: ${kinds.join(', ') || 'none made'}${why}. ${times}`
}
