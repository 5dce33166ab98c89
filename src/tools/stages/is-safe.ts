import type { CommonProperties } from '../../abl/index.ts'
import { type EffectFacts, hasSideEffects } from './gate/side-effects.ts'

type Mappings = Pick<CommonProperties, 'onResult' | 'onError' | 'contextAccess'>

/** Whether calls of a tool may run side by side: it only reads, and nothing is done or written after them. */
export function isSafe(tool: EffectFacts & Mappings): boolean {
  return !hasSideEffects(tool) && writesAfter(tool) === undefined
}

/** The property by which a tool does or writes something after its calls. */
export function writesAfter({ onResult, onError, contextAccess }: Mappings): string | undefined {
  if (onResult) return 'on_result'
  if (onError) return 'on_error'
  return (contextAccess?.write ?? []).length > 0 ? 'context_access.write' : undefined
}
