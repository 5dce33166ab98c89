import { EvaluationProblem } from '../problem.ts'
import { isNothing } from '../values.ts'
import { countAt, type Family } from './function.ts'

const LONGEST_ID = 64

export const context = {
  /** The first argument that is something; 0, false and "" are. */
  COALESCE: { least: 1, most: 20, call: values => values.find(value => !isNothing(value)) ?? null },
  /** The time of the evaluation, ISO 8601 in UTC. */
  NOW: { least: 0, call: (_values, run) => run.now().toISOString() },
  /** Lower-case letters and digits, six unless told otherwise. */
  UNIQUE_ID: {
    least: 0,
    most: 1,
    call(values, run) {
      const length = countAt(values, 0, 6)
      if (length === 0 || length > LONGEST_ID)
        throw new EvaluationProblem(`UNIQUE_ID makes 1 to ${LONGEST_ID} characters.`)
      return run.uniqueId(length)
    },
  },
} satisfies Family
