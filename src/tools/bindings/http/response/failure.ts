import { STATUS_CODES } from 'node:http'
import type { Json } from '../../../../core/json.ts'
import { parseJson } from '../../../../core/json.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { SecretMask } from '../../mask-secrets.ts'
import { isJson } from '../media-type.ts'
import type { Answer } from './answer.ts'
import { textIfAny, textOf } from './text-of.ts'

/** Characters of an error's body that are kept, and that the message repeats. */
const KEPT_CHARACTERS = 10_000
const TOLD_CHARACTERS = 500

/** A response other than 2xx, as the failure of the attempt. Only 408, 429 and 5xx are worth another one. */
export function statusFailure(answer: Answer, mask: SecretMask): ToolFailure {
  const { status, host, headers } = answer
  const details = detailsOf(answer, mask)
  const phrase = STATUS_CODES[status]
  const told = details === null ? '' : `: ${shortened(typeof details === 'string' ? details : JSON.stringify(details))}`
  const retryAfterMs = readRetryAfter(headers.get('retry-after'))
  return new ToolFailure({
    code: `http_${status}`,
    type: 'api_error',
    message: `${mask.text(host)} answered ${status}${phrase ? ` ${phrase}` : ''}${told}`,
    status,
    details,
    retryable: isRetryable(status),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

export function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** The body, parsed where it is JSON; a long one as its beginning; bytes as nothing. */
function detailsOf({ bytes, mediaType }: Answer, mask: SecretMask): Json {
  if (bytes.length === 0) return null
  const text = isJson(mediaType) ? textOf(bytes, mediaType) : textIfAny(bytes, mediaType)
  if (text === undefined) return null
  const parsed = text.length <= KEPT_CHARACTERS && isJson(mediaType) ? parseJson(text) : undefined
  return mask.value(parsed === undefined ? mask.text(text).slice(0, KEPT_CHARACTERS) : parsed) as Json
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= TOLD_CHARACTERS ? line : `${line.slice(0, TOLD_CHARACTERS)}…`
}

/** `Retry-After` in milliseconds from now, from seconds or a date. */
export function readRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const date = /[A-Za-z]/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
