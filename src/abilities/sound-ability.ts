import { type Diagnostic, locate } from '../core/diagnostic.ts'
import { LoopengineError } from '../core/errors.ts'
import type { Ability } from './ability.ts'
import type { PackedFiles } from './packed-files.ts'
import { readAbility } from './read-ability.ts'

/** An ability to install. @throws LoopengineError `ability_invalid` that lists every error, `loopengine_version` */
export async function readSoundAbility(files: PackedFiles, shown: string): Promise<Ability> {
  const { ability, diagnostics } = await readAbility(files)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return ability
  const isOnlyVersion = errors.every(({ code }) => code === 'ABILITY_LOOPENGINE')
  const count = errors.length === 1 ? 'it has a problem' : `it has ${errors.length} problems`
  const message = `\`${shown}\` cannot be installed, ${count}:\n${errors.map(lineOf).join('\n')}`
  throw new LoopengineError(isOnlyVersion ? 'loopengine_version' : 'ability_invalid', message, {
    hint: 'Nothing was written. `loopengine check` in the folder of the ability shows the same to its author.',
  })
}

function lineOf(diagnostic: Diagnostic): string {
  const { message, hint } = diagnostic
  return `  ${locate(diagnostic)} ${message}${hint ? ` ${hint}` : ''}`
}
