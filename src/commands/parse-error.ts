import { stripVTControlCharacters } from 'node:util'
import { type LoopengineError, usageError } from '../core/errors.ts'
import { isRecord, type JsonRecord } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'

/**
 * What oclif throws for wrong words on the command line, as our own usage error (exit code 2); undefined for every other
 * error. Recognised by shape: the classes' names do not survive every bundle.
 */
export function parseError(thrown: unknown): LoopengineError | undefined {
  if (!isRecord(thrown) || !isRecord(thrown.oclif) || thrown.oclif.exit !== 2) return undefined
  const input = isRecord(thrown.parse) && isRecord(thrown.parse.input) ? thrown.parse.input : {}
  if (isList(thrown.flags)) return unknownFlag(thrown.flags.map(String), input)
  if (isList(thrown.args)) return wrongArguments(thrown.args)
  const message = plainMessage(String(thrown.message))
  return noneOf(message) ?? usageError('invalid_value', message, HELP_HINT)
}

const HELP_HINT = '`--help` after the command lists its arguments and flags.'

function unknownFlag(names: string[], input: JsonRecord): LoopengineError {
  const known = isRecord(input.flags) ? Object.entries(input.flags).filter(([, flag]) => !isHidden(flag)) : []
  const [first = ''] = names
  const guess = didYouMean(
    first,
    known.map(([name]) => `--${name}`),
  )
  const list = names.map(name => `\`${name}\``).join(', ')
  return usageError('unknown_flag', `Unknown flag ${list}.`, guess || HELP_HINT)
}

/** A word that a flag or an argument does not know, with the nearest that it does. */
function noneOf(message: string): LoopengineError | undefined {
  const [, given, list] = /^Expected (.+) to be one of: (.+)\.$/.exec(message) ?? []
  if (given === undefined || list === undefined) return undefined
  const word = given.replace(/^--[\w-]+=/, '')
  const where = given === word ? '' : ` of ${given.slice(0, given.indexOf('='))}`
  const hint = `${didYouMean(word, list.split(', '))} There are: ${list}.`.trim()
  return usageError('invalid_value', `\`${word}\` is no value${where}.`, hint)
}

/** Missing arguments arrive as their declarations, arguments too many as the words themselves. */
function wrongArguments(values: unknown[]): LoopengineError {
  const missing = values.filter(isRecord)
  const words = (
    missing.length > 0 ? missing.map(({ name }) => `\`${String(name).toUpperCase()}\``) : values.map(quoted)
  ).join(', ')
  return missing.length > 0
    ? usageError('missing_argument', `The argument ${words} is missing.`, HELP_HINT)
    : usageError('unknown_argument', `Unexpected argument ${words}.`, HELP_HINT)
}

function plainMessage(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const told = lines
    .map(line => line.trim())
    .filter(line => line && !/^(See more help|The following errors? occurred)/.test(line))
  return `${told.join('; ').replace(/\.$/, '')}.`
}

function isHidden(flag: unknown): boolean {
  return isRecord(flag) && flag.hidden === true
}

function quoted(value: unknown): string {
  return `\`${String(value)}\``
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0
}
