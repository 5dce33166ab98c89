// Main path of the writing commands: recover, plan, show, confirm, apply.

import { applyChangeSet } from '../edit/change-set/apply-change-set.ts'
import { diskReader, type ProjectReader } from '../edit/change-set/change-plan.ts'
import type { ChangeSet } from '../edit/change-set/change-set.ts'
import { withProjectLock } from '../edit/change-set/project-lock.ts'
import { type Recovery, recoverChanges, recoveredReader } from '../edit/change-set/recover-changes.ts'
import { verifyTexts } from '../edit/verify/verify-texts.ts'

/** Plans a change of the project as the reader shows it. */
export type Planner = (reader: ProjectReader) => Promise<ChangeSet>

export interface Writing {
  root: string
  /** The command, named to others while it writes. */
  owner: string
  plan: Planner
  dryRun: boolean
  /** Shows a change and asks whether to make it; absent when nobody is asked. */
  confirm?(changeSet: ChangeSet): Promise<boolean>
  /** Told of what a killed command left. */
  recovered(recovery: Recovery): void
}

export interface Written {
  changeSet: ChangeSet
  /** For `undo`; null when nothing was written. */
  id: string | null
  /** The person said no. */
  declined: boolean
}

/** How long a command waits for its turn while others write. */
const WAIT_MS = 10_000

/** Plans and applies one change. Without a person in between, it plans under the lock, so that commands queue up. */
export async function writeChange(writing: Writing): Promise<Written> {
  const { root, owner, dryRun, confirm } = writing
  const mode = dryRun ? 'report' : 'write'
  for (const recovery of await recoverChanges(root, { mode, owner, waitMs: WAIT_MS })) writing.recovered(recovery)
  const changeSet = await planned(writing)
  if (dryRun || changeSet.changes.length === 0) return { changeSet, id: null, declined: false }
  if (confirm) {
    if (!(await confirm(changeSet))) return { changeSet, id: null, declined: true }
    return { changeSet, id: await applyChangeSet(changeSet, { owner, verify: verifyTexts }), declined: false }
  }
  return withProjectLock(root, { owner, waitMs: WAIT_MS }, async lock => {
    const current = await planned(writing)
    const id = await applyChangeSet(current, { owner, verify: verifyTexts, lock })
    return { changeSet: current, id, declined: false }
  })
}

async function planned({ root, plan, dryRun }: Writing): Promise<ChangeSet> {
  const disk = diskReader(root)
  return plan(dryRun ? await recoveredReader(root, disk) : disk)
}
