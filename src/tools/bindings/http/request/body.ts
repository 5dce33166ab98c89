import type { AttemptCall } from '../../binding.ts'

/** What a request carries, and the headers that go with it unless the tool declares its own. */
export interface EncodedBody {
  text: string
  headers: Record<string, string>
}

/**
 * Makes the body of one call. `own` are the values that no other part of the request carries; `declared` the content
 * type among the tool's own headers. Undefined: no body.
 */
export interface BodyEncoder {
  /** Whether session variables (`context_access.read`) may be put beside the arguments: not into a body that is written out. */
  takesContext: boolean
  encode(
    call: AttemptCall,
    own: Readonly<Record<string, unknown>>,
    declared: string | undefined,
  ): EncodedBody | undefined
}

/** A body encoder and the parameters that its templates name. */
export interface CompiledBody {
  encoder: BodyEncoder
  reads: readonly string[]
}
