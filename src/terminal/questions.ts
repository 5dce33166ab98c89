// One table a command: each entry is a flag (or an argument), its question, its check and its default.

import { messageOf, usageError } from '../core/errors.ts'

interface QuestionBase {
  /** Asked in a terminal. */
  message: string
  /** Told by `--help`. */
  description: string
  /** How `--help` names the value. */
  value?: string
  /** Given in this place of the command line, not as a flag. */
  argument?: boolean
  /** Nobody is asked for it; without a value it stays undefined. */
  silent?: boolean
  /** Whether it makes sense after the answers so far; else it stays undefined. */
  applies?(given: Given): boolean
}

/** Answers given so far, by name. */
export type Given = Readonly<Record<string, unknown>>

export type Question =
  | (QuestionBase & {
      kind: 'text'
      /** Nothing is an answer too. */
      optional?: boolean
      check?(value: string): unknown
      fallback?(given: Given): string | undefined
    })
  | (QuestionBase & { kind: 'choice'; choices?: readonly string[]; fallback?(given: Given): string | undefined })
  /** One or more of several. */
  | (QuestionBase & { kind: 'choices'; choices?: readonly string[]; fallback?(given: Given): string[] | undefined })
  | (QuestionBase & { kind: 'yes-no' })
  | (QuestionBase & { kind: 'list'; check?(values: string[]): unknown })

export type Questions = Readonly<Record<string, Question>>

type AnswerOf<Q> = Q extends { kind: 'list' | 'choices' }
  ? string[]
  : Q extends { kind: 'yes-no' }
    ? boolean
    : Q extends { silent: true } | { optional: true } | { applies: unknown }
      ? string | undefined
      : string

export type Answers<T> = { [Name in keyof T]: AnswerOf<T[Name]> }

export interface Answered<T> {
  answers: Answers<T>
  /** Somebody was asked. */
  asked: boolean
}

/**
 * An answer to every question: the one given, else the person's, else the default. Where nobody can be asked and there is
 * no default: `missing_value` (exit code 2), which names the flag.
 */
export async function answerAll<T extends Questions>(
  questions: T,
  given: Given,
  { asks }: { asks: boolean },
): Promise<Answered<T>> {
  const answers: Record<string, unknown> = {}
  let asked = false
  for (const [name, question] of Object.entries(questions)) {
    const isAsked = asks && given[name] === undefined && !question.silent && applies(question, answers)
    answers[name] = isAsked ? await ask(question, answers) : (given[name] ?? withoutAsking(name, question, answers))
    asked ||= isAsked
  }
  return { answers: answers as Answers<T>, asked }
}

function applies(question: Question, given: Given): boolean {
  return question.applies?.(given) ?? true
}

function withoutAsking(name: string, question: Question, given: Given): unknown {
  if (question.kind === 'yes-no') return false
  if (question.kind === 'list') return []
  const isOptional = question.silent || (question.kind === 'text' && question.optional) || !applies(question, given)
  const fallback = applies(question, given) ? question.fallback?.(given) : undefined
  if (fallback !== undefined || isOptional) return fallback
  const place = question.argument ? `${name.toUpperCase()}` : `--${name} ${question.value ?? 'TEXT'}`
  const known = 'choices' in question && question.choices?.length ? ` One of: ${question.choices.join(', ')}.` : ''
  throw usageError('missing_value', `\`${place}\` is missing, and nobody can be asked here.`, `Give it.${known}`)
}

async function ask(question: Question, given: Given): Promise<unknown> {
  const { confirm, input, select } = await import('@inquirer/prompts')
  const { message } = question
  if (question.kind === 'yes-no') return confirm({ message, default: false }, onStderr)
  if (question.kind === 'list') return askList(question)
  if (question.kind === 'choices') return askChoices(question)
  const fallback = question.fallback?.(given)
  if (question.kind === 'choice') {
    const choices = [...(question.choices ?? [])]
    if (choices.length === 1) return choices[0]
    return select({ message, choices, ...(fallback === undefined ? {} : { default: fallback }) }, onStderr)
  }
  const settings = fallback === undefined ? { required: !question.optional } : { default: fallback }
  const validate = (value: string) => (value === '' && question.optional) || verdict(() => question.check?.(value))
  const answer = await input({ message, ...settings, validate }, onStderr)
  return answer === '' && question.optional ? undefined : answer
}

async function askChoices({ message, choices = [] }: Question & { kind: 'choices' }): Promise<string[]> {
  const { checkbox } = await import('@inquirer/prompts')
  return choices.length === 1 ? [...choices] : checkbox({ message, choices: [...choices], required: true }, onStderr)
}

async function askList({ message, check }: Question & { kind: 'list' }): Promise<string[]> {
  const { input } = await import('@inquirer/prompts')
  const values: string[] = []
  for (;;) {
    const validate = (value: string) => value.trim() === '' || verdict(() => check?.([...values, value]))
    const value = await input({ message, validate }, onStderr)
    if (value.trim() === '') return values
    values.push(value)
  }
}

/** Asks whether to go on. */
export async function confirmed(message: string): Promise<boolean> {
  const { confirm } = await import('@inquirer/prompts')
  return confirm({ message, default: true }, onStderr)
}

/** stdout is for what the command is about. */
const onStderr = { output: process.stderr }

function verdict(check: () => unknown): string | true {
  try {
    check()
    return true
  } catch (error) {
    return messageOf(error)
  }
}
