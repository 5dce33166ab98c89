import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLoopengineError } from '../core/errors.ts'

/**
 * Puts right what a killed command left, if nobody is at it and the project can be written; says what became of it.
 * Without leftovers it is one look into a folder, so that every command can afford it.
 */
export async function recoverFirst(root: string, owner: string, note: (text: string) => void): Promise<void> {
  if (!hasLeftovers(root)) return
  const { recoverChanges } = await import('../edit/change-set/recover-changes.ts')
  const { recoveryText } = await import('../terminal/recovery-text.ts')
  try {
    for (const recovery of await recoverChanges(root, { mode: 'try', owner })) note(recoveryText(recovery))
  } catch (error) {
    if (!isLoopengineError(error)) throw error
    note(`Warning: ${error.message}`)
  }
}

function hasLeftovers(root: string): boolean {
  try {
    return readdirSync(join(root, '.loopengine/changes')).some(name => /\.(open|new)$/.test(name))
  } catch {
    return false
  }
}
