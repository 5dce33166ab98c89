import type { ImageContent } from './message.ts'
import type { Directive } from './tool.ts'

const MARKER = Symbol.for('loopengine.tool-output')

export interface ToolOutputOptions {
  /** What the model reads instead of the value. */
  text?: string
  /** Shown to models that can see. */
  images?: ImageContent[]
  /** What should happen once the call has ended. */
  directives?: Directive[]
}

/** A value with more to say about it than a plain return can. */
export interface ToolOutput extends ToolOutputOptions {
  readonly [MARKER]: true
  value: unknown
}

/**
 * What `execute` returns when the model should read a text of its own, see images, or when something is to be done
 * after the call. Any other return is the value itself.
 */
export function toolOutput(value: unknown, options: ToolOutputOptions = {}): ToolOutput {
  return { ...options, [MARKER]: true, value }
}

export function isToolOutput(value: unknown): value is ToolOutput {
  return typeof value === 'object' && value !== null && MARKER in value
}
