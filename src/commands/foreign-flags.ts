import { usageError } from '../core/errors.ts'
import type { Given, Questions } from '../terminal/questions.ts'

/**
 * Refuses a flag that the chosen kind has no use for: silence would look as if it had been heeded.
 * @throws LoopengineError `foreign_flag` (2) naming the kinds that have it
 */
export function refuseForeignFlags(given: Given, kinds: Readonly<Record<string, Questions>>): void {
  const kind = typeof given.kind === 'string' ? given.kind : 'local'
  const known = kinds[kind] ?? {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, name)) continue
    const owners = Object.keys(kinds).filter(other => Object.hasOwn(kinds[other] ?? {}, name))
    if (owners.length === 0) continue
    const hint = `It goes with ${owners.map(owner => (owner === 'from-openapi' ? '--from-openapi' : `--kind ${owner}`)).join(' or ')}.`
    throw usageError(
      'foreign_flag',
      `\`--${name}\` has no meaning for ${kind === 'from-openapi' ? 'an import' : `a tool of kind ${kind}`}.`,
      hint,
    )
  }
}
