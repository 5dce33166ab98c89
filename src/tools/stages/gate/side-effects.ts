import type { BindingSpec, Effect, Hints } from '../../../abl/index.ts'

/** What tells whether a tool changes something. */
export interface EffectFacts {
  effect?: Effect
  hints: Hints
  binding?: BindingSpec
  /** Of a tool in code: what it says about itself. */
  safe?: boolean
}

/** Whether a call may change something: as the tool says, else by its method; what is unknown may. */
export function hasSideEffects({ effect, hints, binding, safe }: EffectFacts): boolean {
  if (hints.sideEffects === true || effect === 'state_write' || effect === 'side_effect') return true
  if (effect === 'read_only' || hints.sideEffects === false) return false
  if (binding?.type === 'http') return binding.method !== 'GET'
  return safe !== true && binding?.type !== 'searchai'
}
