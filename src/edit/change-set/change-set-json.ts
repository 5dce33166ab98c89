import type { ChangeSet, FileChange, NewlyAllowed } from './change-set.ts'
import { unifiedDiff } from './unified-diff.ts'

/** What every writing command prints with `--json`. */
export interface ChangeSetJson {
  applied: boolean
  changes: { kind: FileChange['kind']; path: string; diff: string }[]
  notes: string[]
  newlyAllowed: NewlyAllowed[]
  /** The id that `undo` takes; null when nothing was written. */
  undo: string | null
}

export function changeSetJson({ changes, notes, newlyAllowed }: ChangeSet, id: string | null): ChangeSetJson {
  return {
    applied: id !== null,
    changes: changes.map(change => ({ kind: change.kind, path: change.path, diff: unifiedDiff(change) })),
    notes,
    newlyAllowed,
    undo: id,
  }
}
