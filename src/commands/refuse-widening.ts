import { Flags } from '@oclif/core'
import { LoopengineError } from '../core/errors.ts'
import { describeChangeSet } from '../edit/change-set/describe-change-set.ts'
import type { Planner } from './write-change.ts'

export const wideningFlag = {
  'fail-on-widening': Flags.boolean({
    description: 'Refuse (exit code 4) when something may run without a question that could not before.',
  }),
}

/** With `--fail-on-widening`, a planner that refuses plans which newly allow something. */
export function refuseWidening(planner: Planner, flags: { 'fail-on-widening': boolean }): Planner {
  if (!flags['fail-on-widening']) return planner
  return async reader => {
    const changeSet = await planner(reader)
    if (changeSet.newlyAllowed.length === 0) return changeSet
    const allowed = describeChangeSet({ ...changeSet, changes: [], notes: [] }, { colour: false })
    throw new LoopengineError('ability_widens', `This would allow more than before. ${allowed}`, {
      exitCode: 4,
      hint: 'Nothing was written. Look at it, then run the command without `--fail-on-widening`.',
    })
  }
}
