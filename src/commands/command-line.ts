import type { Questions } from '../terminal/questions.ts'

/** The command line that does the same without a question, quoted for a POSIX shell. */
export function commandLine(command: string, questions: Questions, answers: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(questions).flatMap(([name, { argument }]) => wordsFor(name, answers[name], argument))
  return ['loopengine', command, ...words, '--yes'].join(' ')
}

/** Flags as words behind a command line, each with a blank before it. */
export function flagWords(flags: Readonly<Record<string, unknown>>): string {
  return Object.entries(flags)
    .flatMap(([name, value]) => wordsFor(name, value))
    .map(word => ` ${word}`)
    .join('')
}

function wordsFor(name: string, answer: unknown, argument = false): string[] {
  if (answer === undefined || answer === false) return []
  if (answer === true) return [`--${name}`]
  if (Array.isArray(answer)) return answer.flatMap(value => wordsFor(name, value))
  return argument ? [quoted(String(answer))] : [`--${name}`, quoted(String(answer))]
}

function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
