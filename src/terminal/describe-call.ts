import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { toolErrorText } from '../core/tool-error-text.ts'
import { visible } from './visible.ts'

/** `lookup_order(orderId: "A-1001")`, whole. */
export function describeCall({ name, input, unparsed }: ToolCall): string {
  if (unparsed !== undefined) return visible(`${name}(${unparsed})`)
  const fields = Object.entries(input).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return visible(`${name}(${fields.join(', ')})`)
}

/** What came of a call: a value as text or JSON, else why there is none. Several problems stand on a line each. */
export function describeOutcome(outcome: ToolOutcome): string {
  switch (outcome.kind) {
    case 'ok':
      return visible(typeof outcome.value === 'string' ? outcome.value : JSON.stringify(outcome.value))
    case 'failed':
      return visible(toolErrorText(outcome.error))
    case 'denied':
      return visible(`denied: ${outcome.reason}`)
    case 'skipped':
      return visible(`not run: ${outcome.reason}`)
    case 'pending':
      return `waits for ${outcome.id}`
  }
}

/** `3 ms`, `1.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
