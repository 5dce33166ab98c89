import { isRecord } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import { checkName } from './check-name.ts'
import type { Field, Fields } from './parse-fields.ts'
import type { Report } from './problem.ts'

const KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
const LONGEST_DESCRIPTION = 1024
const LONGEST_COMPATIBILITY = 500

/** The front matter of a skill in `folder` against the standard; `top` is the place for what is missing altogether. */
export function checkFields(fields: Fields, place: { folder: string; top: Field['at'] }, report: Report): void {
  for (const [key, { at }] of fields) if (!KEYS.includes(key)) report(unknownKey(key, at))
  const name = fields.get('name')
  if (name) checkName(name, place.folder, report)
  else report({ ...NO_NAME, at: place.top, hint: `Add \`name: ${place.folder}\`.` })
  const description = fields.get('description')
  if (description) checkDescription(description, report)
  else report({ code: 'SKILL_DESCRIPTION', message: 'The `description` is missing.', at: place.top, hint: DESCRIBE })
  const compatibility = fields.get('compatibility')
  if (compatibility) checkCompatibility(compatibility, report)
  checkMetadata(fields.get('metadata'), report)
}

const NO_NAME = { code: 'SKILL_NAME', message: 'The `name` is missing.' } as const

const DESCRIBE = 'Say what the skill does and when to use it: the model chooses by it.'

function unknownKey(key: string, at: Field['at']) {
  const guess = didYouMean(key, KEYS)
  const hint = `${guess} Keys: ${KEYS.join(', ')}. Your own go below \`metadata:\`.`.trim()
  return { code: 'SKILL_KEY', message: `\`${key}\` is not a key of a skill.`, at, hint } as const
}

function checkDescription({ value, at }: Field, report: Report): void {
  const text = String(value)
  const isLong = text.length > LONGEST_DESCRIPTION
  if (text.trim() === '' || isLong) {
    const message = isLong ? tooLong('description', text, LONGEST_DESCRIPTION) : 'The `description` is empty.'
    report({ code: 'SKILL_DESCRIPTION', message, at, hint: isLong ? SHORTEN : DESCRIBE })
  } else if (typeof value !== 'string') {
    report({ code: 'SKILL_VALUE', message: `\`description\` is ${kindOf(value)}, not a text.`, at, hint: DESCRIBE })
  }
}

const SHORTEN = 'Move what is not about when to use it into the instructions below.'

function checkCompatibility({ value, at }: Field, report: Report): void {
  const isText = typeof value === 'string'
  if (isText && value.length <= LONGEST_COMPATIBILITY) return
  const message = isText
    ? tooLong('compatibility', value, LONGEST_COMPATIBILITY)
    : `\`compatibility\` is ${kindOf(value)}, not a text.`
  report({ code: 'SKILL_COMPATIBILITY', message, at, hint: 'Say in one sentence what the skill needs, or remove it.' })
}

function tooLong(key: string, { length }: string, most: number): string {
  return `\`${key}\` has ${length} characters; ${most} are allowed.`
}

function checkMetadata(field: Field | undefined, report: Report): void {
  if (!field || isRecord(field.value)) return
  const message = `\`metadata\` is ${kindOf(field.value)}, not a map.`
  report({ code: 'SKILL_VALUE', message, at: field.at, hint: 'Write `key: value` lines below it, indented.' })
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return isRecord(value) ? 'a map' : `the ${typeof value} ${String(value)}`
}
