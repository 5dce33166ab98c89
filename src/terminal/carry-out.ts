import { styleText } from 'node:util'
import { LoopengineError } from '../core/errors.ts'
import { applyChangeSet, type Verify } from '../edit/change-set/apply-change-set.ts'
import type { ChangeSet } from '../edit/change-set/change-set.ts'
import { type ChangeSetJson, changeSetJson } from '../edit/change-set/change-set-json.ts'
import { describeChangeSet } from '../edit/change-set/describe-change-set.ts'

export interface CarryOutOptions {
  /** The command, named to others while it holds the lock. */
  owner: string
  verify?: Verify
  flags: { 'dry-run': boolean; yes: boolean; json?: boolean }
  /** Text for people; called with nothing that `--json` forbids. */
  print(text: string): void
}

/**
 * What every writing command does with its plan: show it, ask at a terminal, write it whole, say how it is taken back.
 * Returns the document that `--json` prints.
 * @throws LoopengineError `not_confirmed` (130) when the person says no.
 */
export async function carryOut(changeSet: ChangeSet, options: CarryOutOptions): Promise<ChangeSetJson> {
  const { owner, verify, flags, print } = options
  if (changeSet.changes.length === 0) {
    print(['Nothing to change.', ...changeSet.notes].join('\n'))
    return changeSetJson(changeSet, null)
  }
  print(describeChangeSet(changeSet, { colour: isColourful() }))
  if (flags['dry-run']) {
    print('\nNothing was written (--dry-run).')
    return changeSetJson(changeSet, null)
  }
  await confirmAtTerminal(flags)
  const id = await applyChangeSet(changeSet, { owner, verify })
  print(`\nDone. Taken back by: loopengine undo ${id}`)
  return changeSetJson(changeSet, id)
}

async function confirmAtTerminal(flags: CarryOutOptions['flags']): Promise<void> {
  if (flags.yes || flags.json || process.stdin.isTTY !== true || process.stdout.isTTY !== true) return
  const { confirm } = await import('@inquirer/prompts')
  if (await confirm({ message: 'Write this?', default: true })) return
  throw new LoopengineError('not_confirmed', 'Nothing was written.', { exitCode: 130 })
}

function isColourful(): boolean {
  return styleText('red', 'x', { stream: process.stdout }) !== 'x'
}
