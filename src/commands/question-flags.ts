import { Args, Flags, type Interfaces } from '@oclif/core'
import type { Question, Questions } from '../terminal/questions.ts'

/** The flags of a command's questions. None is required: what is missing is asked for. */
export function questionFlags(questions: Questions): Interfaces.FlagInput {
  const entries = Object.entries(questions).filter(([, question]) => !question.argument)
  return Object.fromEntries(entries.map(([name, question]) => [name, flagOf(question)]))
}

/** The same for its arguments. */
export function questionArgs(questions: Questions): Interfaces.ArgInput {
  const entries = Object.entries(questions).filter(([, question]) => question.argument)
  return Object.fromEntries(entries.map(([name, { description }]) => [name, Args.string({ description })]))
}

function flagOf(question: Question): Interfaces.FlagInput[string] {
  const { description, kind, value } = question
  if (kind === 'yes-no') return Flags.boolean({ description, allowNo: true })
  if (kind === 'choice' && question.choices) return Flags.option({ description, options: question.choices })()
  const shown = { description, helpValue: value ?? 'TEXT' }
  return kind === 'list' || kind === 'choices'
    ? Flags.string({ ...shown, multiple: true, multipleNonGreedy: true })
    : Flags.string(shown)
}
