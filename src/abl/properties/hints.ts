import { record } from '../codec/record.ts'
import { boolean, number, word } from '../codec/scalar.ts'
import type { Hints } from '../spec.ts'

/** `hints:`: what a tool says about how it runs. */
export const hints = record<Hints>({
  cacheable: { key: 'cacheable', codec: boolean },
  latency: { key: 'latency', codec: word(['fast', 'medium', 'slow']) },
  sideEffects: { key: 'side_effects', codec: boolean },
  requiresAuth: { key: 'requires_auth', codec: boolean },
  timeout: { key: 'timeout', codec: number({ least: 1 }) },
})
