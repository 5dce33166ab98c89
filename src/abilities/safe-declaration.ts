import type { ToolSpec } from '../abl/index.ts'

/** Whether a declared tool only reads, by what its declaration says. */
export function isSafeDeclaration({ effect, hints, binding, onResult, onError, contextAccess }: ToolSpec): boolean {
  if (onResult || onError || (contextAccess?.write.length ?? 0) > 0) return false
  if (effect !== undefined) return effect === 'read_only'
  if (binding?.type === 'searchai') return true
  return hints.sideEffects !== true && binding?.type === 'http' && binding.method === 'GET'
}
