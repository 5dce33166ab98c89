import type { HttpMethod } from '../../../../abl/index.ts'
import type { AttemptCall } from '../../binding.ts'
import { contextValues, withContext } from './context-read.ts'
import { evaluationFailure, fill, traceMissing } from './fill.ts'
import { fillHeaders, headerOf, overlaid } from './headers.ts'
import { appendQuery, type Pair, pairsOf } from './pairs.ts'
import type { RequestShape } from './shape.ts'

/** A request without its credential. */
export interface BuiltRequest {
  method: HttpMethod
  url: string
  headers: Record<string, string>
  body?: string
}

/** Fills a shape with the values of one call (docs/abl.md, "What an http call sends"). Throws before anything is sent. */
export function buildRequest(shape: RequestShape, call: AttemptCall, read: readonly string[]): BuiltRequest {
  const { method } = shape
  const url = fillUrl(shape, call)
  const declared = fillHeaders(shape.headers, call)
  const query = shape.queryParams.map(({ name, template }): Pair => [name, fill(template, call, 'text')])
  const own = unusedValues(shape, call)
  if (method === 'GET') {
    const pairs = [...queryOf(own, call, read), ...query]
    return { method, url: appendQuery(url, pairs), headers: overlaid(ACCEPT, declared) }
  }
  const values = shape.body.takesContext ? withContext(own, contextValues(read, own, call)) : own
  const body = shape.body.encode(call, values, headerOf(declared, 'content-type'))
  return {
    method,
    url: appendQuery(url, query),
    headers: overlaid({ ...ACCEPT, ...body?.headers }, declared),
    ...(body ? { body: body.text } : {}),
  }
}

const ACCEPT = { accept: 'application/json, */*;q=0.8' }

function fillUrl({ endpoint }: RequestShape, call: AttemptCall): string {
  const filled = endpoint.fill(call.scope)
  if (!filled.ok) throw evaluationFailure(filled.error)
  traceMissing(filled.missing, call)
  return filled.url
}

/** The arguments that no other part of the request carries; all of them, also those that the declaration computes. */
function unusedValues({ used }: RequestShape, call: AttemptCall): Record<string, unknown> {
  const entries = Object.entries(call.input).filter(([name, value]) => !used.has(name) && value !== undefined)
  return Object.fromEntries(entries)
}

/** What a GET carries: its arguments, and session variables under their dotted names. */
function queryOf(own: Readonly<Record<string, unknown>>, call: AttemptCall, read: readonly string[]): Pair[] {
  const context = contextValues(read, own, call).flatMap(({ path, value }) => pairsOf(path.join('.'), value))
  return [...Object.entries(own).flatMap(([name, value]) => pairsOf(name, value)), ...context]
}
