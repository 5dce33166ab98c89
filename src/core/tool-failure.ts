import type { Json } from './json.ts'
import type { Directive, ToolError } from './tool.ts'

const MARKER = Symbol.for('loopengine.tool-failure')

export interface ToolFailureOptions {
  /** Stable: `tool_timeout`, `network_error`, `http_503`, `ssrf_blocked` … (docs/abl.md, "When a call fails"). */
  code: string
  /** The family of the code. @default 'tool_error' */
  type?: string
  message: string
  /** Of an HTTP response. */
  status?: number
  /** What came back with the failure: the parsed body, capped. */
  details?: Json
  problems?: ToolError['problems']
  /** Another attempt may go better. @default false */
  retryable?: boolean
  /** Milliseconds that the other side asks to wait before another attempt. */
  retryAfterMs?: number
  directives?: Directive[]
  cause?: unknown
}

/** What a call throws to end `failed` with a code of its own. Recognised by a marker, across the copies of a bundle. */
export class ToolFailure extends Error {
  readonly [MARKER] = true
  readonly code: string
  readonly type: string
  readonly status: number | undefined
  readonly details: Json | undefined
  readonly problems: ToolError['problems']
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly directives: Directive[] | undefined

  constructor(options: ToolFailureOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ToolFailure'
    this.code = options.code
    this.type = options.type ?? 'tool_error'
    this.status = options.status
    this.details = options.details
    this.problems = options.problems
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.directives = options.directives
  }
}

export function isToolFailure(error: unknown): error is ToolFailure {
  return typeof error === 'object' && error !== null && MARKER in error
}
