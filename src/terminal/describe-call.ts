import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { visible } from './style.ts'

/** `lookup_order(orderId: "A-1001")`, whole. */
export function describeCall({ name, input, unparsed }: ToolCall): string {
  if (unparsed !== undefined) return `${visible(name)}(${visible(unparsed)})`
  const fields = Object.entries(input).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return visible(`${name}(${fields.join(', ')})`)
}

/** What came of a call, in a few words; JSON for values. */
export function describeOutcome(outcome: ToolOutcome): string {
  switch (outcome.kind) {
    case 'ok':
      return typeof outcome.value === 'string' ? outcome.value : JSON.stringify(outcome.value)
    case 'failed': {
      const problems = outcome.error.problems?.map(({ path, expected, received }) => {
        return `${path || 'arguments'}: expected ${expected}, received ${received}`
      })
      return [outcome.error.message, ...(problems ?? [])].join(' ')
    }
    case 'denied':
    case 'skipped':
      return `${outcome.kind}: ${outcome.reason}`
    case 'pending':
      return `waits for ${outcome.id}`
  }
}

/** `3 ms`, `1.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
