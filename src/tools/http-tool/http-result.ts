import { type Json, parseJson } from '../../core/json.ts'
import { ToolFailure } from '../../core/tool-failure.ts'

/** An answer as `guardedFetch` gives it. */
export interface HttpAnswer {
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

const LONGEST_DETAILS = 4_000

/**
 * What a tool returns of an answer: the JSON of it or its text, of that what stands at `path`; null for nothing.
 * @throws ToolFailure `http_<status>` for any status but 2xx, `invalid_response` for JSON that is none
 */
export async function httpResult(answer: HttpAnswer, path?: string): Promise<unknown> {
  const text = await answer.text()
  const { status } = answer
  if (status < 200 || status > 299) throw failed(status, text)
  const value = contentOf(answer, text)
  if (path === undefined) return value
  const { valueAt } = await import('./response-path.ts')
  return valueAt(value, path) ?? null
}

function contentOf({ headers }: HttpAnswer, text: string): unknown {
  if (text === '') return null
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(headers.get('content-type') ?? '')) return text
  const value = parseJson(text)
  if (value !== undefined) return value
  throw new ToolFailure({
    code: 'invalid_response',
    type: 'api_error',
    message: 'The answer says it is JSON and is not.',
  })
}

function failed(status: number, text: string): ToolFailure {
  const details = text.length > LONGEST_DETAILS ? `${text.slice(0, LONGEST_DETAILS)}…` : (parseJson(text) ?? text)
  return new ToolFailure({
    code: `http_${status}`,
    type: 'api_error',
    message: `The other side answered ${status}.`,
    status,
    ...(text === '' ? {} : { details: details as Json }),
    retryable: status === 408 || status === 429 || status >= 500,
  })
}
