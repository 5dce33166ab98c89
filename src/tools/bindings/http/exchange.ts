import { isToolFailure, ToolFailure } from '../../../core/tool-failure.ts'
import type { AttemptCall, ToolFetch } from '../binding.ts'
import { maskSecrets, type SecretMask } from '../mask-secrets.ts'
import type { Authorization, Authorizer } from './authorizer.ts'
import { readMediaType } from './media-type.ts'
import type { BuiltRequest } from './request/build-request.ts'
import { overlaid, wireHeaders } from './request/headers.ts'
import type { Answer } from './response/answer.ts'

export interface Exchange {
  request: BuiltRequest
  fetch: ToolFetch
  authorizer: Authorizer
  call: AttemptCall
  /** Of the project, beside those of the credential. */
  secrets: readonly string[]
}

/** Bytes of an answer, at most. */
const LARGEST_ANSWER = 8_000_000

/** Sends a request with its credential, and once more with a fresh one after a 401. `mask` knows every secret that was sent. */
export async function exchange(options: Exchange): Promise<{ answer: Answer; mask: SecretMask }> {
  const { request, authorizer, call, secrets } = options
  const first = await authorizer.authorize(request.url, call)
  const mask = maskSecrets([...secrets, ...first.secrets])
  const answer = await sendOnce(options, first, mask)
  if (answer.status !== 401 || !first.refresh) return { answer, mask }
  call.trace('auth', 'The credential was not accepted: a fresh one is asked for, once.')
  const second = await first.refresh()
  const wider = maskSecrets([...secrets, ...first.secrets, ...second.secrets])
  return { answer: await sendOnce(options, second, wider), mask: wider }
}

async function sendOnce(options: Exchange, { headers }: Authorization, mask: SecretMask): Promise<Answer> {
  const { request, fetch, call } = options
  const { method, url, body } = request
  const host = mask.text(new URL(url).host)
  call.trace('request', `${method} ${host}`)
  const sent = overlaid(request.headers, headers)
  const secretHeaders = [...Object.keys(headers), ...Object.keys(sent).filter(name => isSecret(sent[name], mask))]
  const init = { method, headers: wireHeaders(sent), signal: call.signal, maxBytes: LARGEST_ANSWER, secretHeaders }
  try {
    const response = await fetch(url, body === undefined ? init : { ...init, body })
    const mediaType = readMediaType(response.headers.get('content-type'))
    const bytes = await response.bytes()
    call.trace(
      'response',
      mask.text(`${response.status} ${mediaType.name || 'no content type'}, ${bytes.length} bytes`),
    )
    return { status: response.status, headers: response.headers, host, mediaType, bytes }
  } catch (error) {
    throw masked(error, mask)
  }
}

function isSecret(value: string | undefined, mask: SecretMask): boolean {
  return value !== undefined && mask.text(value) !== value
}

function masked(error: unknown, mask: SecretMask): unknown {
  if (!isToolFailure(error) || mask.text(error.message) === error.message) return error
  const { code, type, status, retryable, retryAfterMs } = error
  return new ToolFailure({ code, type, status, retryable, retryAfterMs, message: mask.text(error.message) })
}
