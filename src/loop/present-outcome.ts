import type { ToolResult } from '../core/message.ts'
import type { ToolError, ToolOutcome } from '../core/tool.ts'
import { resultText } from './result-text.ts'

/** What the model is shown of one result; the rest is cut, and said to be. */
export const SHOWN_CHARACTERS = 100_000

/** How an outcome is told to the model (phase "present"). Pure. */
export function presentOutcome(outcome: ToolOutcome): ToolResult {
  const { id: callId, name } = outcome.call
  switch (outcome.kind) {
    case 'ok':
      return { callId, name, kind: 'ok', text: shown(outcome.value) }
    case 'failed':
      return { callId, name, kind: 'failed', text: failure(outcome.error) }
    case 'denied':
      return { callId, name, kind: 'denied', text: `Not run. ${outcome.reason}` }
    case 'skipped':
      return { callId, name, kind: 'skipped', text: `Not run: ${outcome.reason}.` }
    case 'pending':
      return { callId, name, kind: 'skipped', text: `Not finished: waits for ${outcome.id}.` }
  }
}

function shown(value: unknown): string {
  const rendered = resultText(value)
  if (rendered.kind !== 'text') return 'null'
  const { text } = rendered
  if (text.length <= SHOWN_CHARACTERS) return text
  return `${text.slice(0, SHOWN_CHARACTERS)}\n[cut: ${SHOWN_CHARACTERS} of ${text.length} characters shown]`
}

function failure({ code, message, problems }: ToolError): string {
  const lines = problems?.map(({ path, expected, received }) => {
    return `- ${path || 'arguments'}: expected ${expected}, received ${received}`
  })
  return [`Failed (${code}): ${message}`, ...(lines ?? [])].join('\n')
}
