import type { Json, JsonSchema } from '../../core/json.ts'
import type { RequestTemplate } from '../../tools/http-tool/http-request.ts'

export const HTTP_TOOL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** An HTTP tool as its sidecar keeps it: all that its file is made of. */
export interface HttpTool {
  /** What the model calls it. */
  name: string
  /** One line. */
  description: string
  method: (typeof HTTP_TOOL_METHODS)[number]
  /** With `{field}`s and `{{NAME}}`s. */
  url: string
  headers: Record<string, string>
  query?: Record<string, string>
  body?: Json
  bodyType?: 'json' | 'form'
  /** Where in the answer the result stands. */
  responsePath?: string
  input_schema: JsonSchema
  safe: boolean
}

/** The request as `httpRequest` takes it, without what it says by saying nothing. */
export function requestOf({ method, url, headers, query, body, bodyType }: HttpTool): RequestTemplate {
  return {
    method,
    url,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(bodyType === undefined ? {} : { bodyType }),
  }
}
