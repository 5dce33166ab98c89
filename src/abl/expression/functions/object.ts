import { isRecord } from '../../../core/json.ts'
import { FORBIDDEN_NAMES } from '../ast.ts'
import { EvaluationProblem } from '../problem.ts'
import { type Run, spend } from '../run.ts'
import { isNothing } from '../values.ts'
import type { Family } from './function.ts'

export const object = {
  OBJECT_KEYS: { least: 1, call: ([value], run) => entriesOf(value, run).map(([name]) => name) },
  OBJECT_VALUES: { least: 1, call: ([value], run) => entriesOf(value, run).map(([, inner]) => inner) },
  /** The fields of all its arguments; later ones win. */
  OBJECT_MERGE: {
    least: 1,
    most: 20,
    call: (values, run) => Object.fromEntries(values.flatMap(value => entriesOf(value, run))),
  },
} satisfies Family

function entriesOf(value: unknown, run: Run): [string, unknown][] {
  if (isNothing(value)) return []
  if (!isRecord(value)) throw new EvaluationProblem('An object was expected.')
  const entries = Object.entries(value).filter(([name]) => !FORBIDDEN_NAMES.includes(name))
  spend(run, entries.length)
  return entries
}
