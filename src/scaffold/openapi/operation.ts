import type { JsonRecord, JsonSchema } from '../../core/json.ts'
import type { Credential } from './credentials.ts'

/** An operation as the document has it. */
export interface FoundOperation {
  /** Its `operationId`, else `GET /orders/{id}`. */
  id: string
  /** Upper case. */
  method: string
  path: string
  summary: string
  item: JsonRecord
  node: JsonRecord
}

/** One argument of the tool: the name that the model gives it by, and where the request carries it. */
export interface Argument {
  name: string
  /** What the server calls it. */
  wire: string
  place: 'path' | 'query' | 'header' | 'cookie' | 'body'
  schema: JsonSchema
  required: boolean
}

/** A request body: the arguments of that place side by side, or one that is all of it. */
export interface RequestBody {
  encoding: 'json' | 'form'
  whole: boolean
  /** The media type, when it is not the usual one of the encoding. */
  mediaType?: string
}

/** An operation as a tool can be made of it. */
export interface ReadOperation extends FoundOperation {
  description: string
  arguments: Argument[]
  body?: RequestBody
  /** Without a slash at its end; undefined when the document names none that is absolute. */
  server?: string
  credentials: Credential[]
  /** Why no tool can be made of it; empty when one can. */
  unsupported: string[]
  /** What the tool can't do or say of it. */
  losses: string[]
}
