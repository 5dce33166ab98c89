import { toUSVString } from 'node:util'
import type { ToolResult } from '../core/message.ts'
import type { ToolError, ToolOutcome } from '../core/tool.ts'
import { toolErrorText } from '../core/tool-error-text.ts'
import type { Shown } from './execute-call.ts'
import { resultText } from './result-text.ts'

/** What the model is shown of one result; the rest is cut, and said to be. */
export const SHOWN_CHARACTERS = 100_000

/** What the model is shown of a failure or a refusal. */
const SHOWN_REASON = 10_000

/** How an outcome is told to the model (phase "present"). `shown`: what of its value is known already. Pure. */
export function presentOutcome(outcome: ToolOutcome, { text, images }: Shown = {}): ToolResult {
  const { id: callId, name } = outcome.call
  switch (outcome.kind) {
    case 'ok':
      return {
        callId,
        name,
        kind: 'ok',
        text: cut(text ?? textOf(outcome.value), SHOWN_CHARACTERS) + told(outcome),
        ...(images && images.length > 0 ? { images } : {}),
      }
    case 'failed':
      return { callId, name, kind: 'failed', text: cut(failure(outcome.error), SHOWN_REASON) + told(outcome) }
    case 'denied':
      return { callId, name, kind: 'denied', text: cut(`Not run. ${outcome.reason}`, SHOWN_REASON) }
    case 'skipped':
      return { callId, name, kind: 'skipped', text: cut(`Not run: ${outcome.reason}.`, SHOWN_REASON) }
    case 'pending':
      return { callId, name, kind: 'skipped', text: `Not finished: waits for ${outcome.id}.` }
  }
}

/** The model must not say it a second time. */
function told({ directives = [] }: ToolOutcome): string {
  const texts = directives.flatMap(directive => (directive.do === 'respond' ? [directive.text] : []))
  return texts.map(text => `\n[The person was told: ${cut(text, SHOWN_REASON)}]`).join('')
}

function textOf(value: unknown): string {
  const result = resultText(value)
  return result.kind === 'text' ? result.text : 'null'
}

/** Never inside a letter, and without halves of letters: some model servers refuse them. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return toUSVString(text)
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit
  return `${toUSVString(text.slice(0, end))}\n[cut: ${end} of ${text.length} characters shown]`
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function failure(error: ToolError): string {
  return `Failed (${error.code}): ${toolErrorText(error)}`
}
