import type { Field } from './parse-fields.ts'
import type { Report } from './problem.ts'

const LONGEST_NAME = 64

/** The letters that the reference validator takes: Latin, Cyrillic and Han, their marks, digits, the hyphen. */
const NAME = /^(?:[-\da-zA-Z\u00c0-\u024f\u0400-\u04ff\u3400-\u4dbf\u4e00-\u9fff]|[\u0300-\u036f])+$/

/** A name by the standard: lower-case words with single hyphens, the same as its folder. */
export function checkName({ value, at }: Field, folder: string, report: Report): void {
  const name = String(value).trim().normalize('NFKC')
  for (const message of mistakesIn(name)) report({ code: 'SKILL_NAME', message, at, hint: RULE })
  if (name === '' || name === folder.normalize('NFKC')) return
  const message = `The name is \`${name}\`, but the skill lies in the folder \`${folder}\`.`
  report({ code: 'SKILL_NAME_FOLDER', message, at, hint: 'Rename one of the two.' })
}

const RULE = `A name is lower-case letters, digits and single hyphens, at most ${LONGEST_NAME} characters.`

function mistakesIn(name: string): string[] {
  if (name === '') return ['The `name` is empty.']
  const mistakes: [isMade: boolean, message: string][] = [
    [name.length > LONGEST_NAME, `The name has ${name.length} characters; ${LONGEST_NAME} are allowed.`],
    [name !== name.toLowerCase(), `The name \`${name}\` has upper-case letters.`],
    [name.startsWith('-') || name.endsWith('-'), `The name \`${name}\` begins or ends with a hyphen.`],
    [name.includes('--'), `The name \`${name}\` has two hyphens in a row.`],
    [!NAME.test(name), `The name \`${name}\` has characters that a name can't have.`],
  ]
  return mistakes.flatMap(([isMade, message]) => (isMade ? [message] : []))
}
