import { countTokens } from '../core/count-tokens.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { isRecord } from '../core/json.ts'
import type { Skill } from '../core/skill.ts'
import { checkFields } from './check-fields.ts'
import { type Fields, parseFields } from './parse-fields.ts'
import { type Problem, type Report, toDiagnostic } from './problem.ts'
import { splitFrontMatter } from './split-front-matter.ts'
import { splitTools } from './split-tools.ts'

/** What the folder says about a skill before its text is read. */
export type SkillPlace = Pick<Skill, 'id' | 'directory' | 'file'> & {
  /** The name of its own folder. */
  folder: string
}

export interface ParsedSkill {
  /** Missing when nothing tells the model what the skill is for. */
  skill?: Skill
  diagnostics: Diagnostic[]
  /** Where the instructions begin, in characters. */
  bodyStart: number
}

/** A SKILL.md, read leniently and judged by the standard: what can be used is used, and every problem is said. */
export function parseSkill(text: string, place: SkillPlace): ParsedSkill {
  const problems: Problem[] = []
  const report: Report = problem => problems.push(problem)
  const { fields, bodyStart } = readFields(text, place.folder, report)
  const skill = fields && toSkill(fields, text.slice(bodyStart).trim(), place)
  if (skill) checkBody(skill.body, bodyStart, report)
  const diagnostics = problems.map(problem => toDiagnostic(problem, { file: place.file, text }))
  return { ...(skill ? { skill } : {}), diagnostics, bodyStart }
}

function readFields(text: string, folder: string, report: Report): { fields?: Fields; bodyStart: number } {
  const split = splitFrontMatter(text)
  if (split.kind === 'none') {
    report({ ...NO_FRONT_MATTER, at: [0, firstLine(text)], hint: opening(folder) })
    return { bodyStart: 0 }
  }
  const { start } = split
  const top: Problem['at'] = [start - 3, start]
  if (start !== 3) report({ ...NOT_FIRST, at: [0, start] })
  if (split.kind === 'open') {
    report({ ...NOT_CLOSED, at: top })
    return { fields: parseFields(text.slice(start), start, ignore), bodyStart: text.length }
  }
  const { end, body, dashes } = split
  const check = (fields: Fields | undefined): void => fields && checkFields(fields, { folder, top }, report)
  if (dashes === undefined) {
    const fields = parseFields(text.slice(start, end), start, report)
    check(fields)
    return { fields, bodyStart: body }
  }
  report({ ...DASHES, at: [dashes, dashes + 3] })
  check(parseFields(text.slice(start, dashes), start, report))
  return { fields: parseFields(text.slice(start, end), start, ignore), bodyStart: body }
}

const ignore: Report = () => {}

const NO_FRONT_MATTER = { code: 'SKILL_FRONT_MATTER', message: 'The file does not begin with `---`.' } as const

const NOT_FIRST = {
  code: 'SKILL_FRONT_MATTER',
  message: 'Something invisible stands before the first `---`.',
  hint: 'Begin the file with `---`: no blank, no empty line, no byte order mark.',
} as const

const NOT_CLOSED = {
  code: 'SKILL_FRONT_MATTER',
  message: 'The front matter that begins here is not closed.',
  hint: 'Put a line `---` after it, before the instructions.',
} as const

const DASHES = {
  code: 'SKILL_DASHES',
  message: 'Some readers end the front matter at these three hyphens.',
  hint: 'Write a dash or two hyphens instead.',
} as const

function opening(folder: string): string {
  return `Begin with four lines: ---, name: ${folder}, description: …, ---.`
}

function firstLine(text: string): number {
  return text.search(/[\r\n]|$/)
}

function toSkill(fields: Fields, body: string, place: SkillPlace): Skill | undefined {
  const { folder, ...rest } = place
  const description = textOf(fields, 'description')
  if (description === undefined) return undefined
  const license = textOf(fields, 'license')
  const compatibility = textOf(fields, 'compatibility')
  return {
    ...rest,
    name: textOf(fields, 'name') ?? folder,
    description,
    body,
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    metadata: metadataOf(fields.get('metadata')?.value),
    allowedTools: splitTools(fields.get('allowed-tools')?.value),
  }
}

/** A single value as text, numbers as they were written; undefined for nothing, lists and maps. */
function textOf(fields: Fields, key: string): string | undefined {
  const field = fields.get(key)
  const text = typeof field?.value === 'string' ? field.value : (field?.source ?? '')
  return text.trim() || undefined
}

function metadataOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, String(inner)]))
}

const LONGEST_BODY_LINES = 500
const LONGEST_BODY_TOKENS = 5000

function checkBody(body: string, start: number, report: Report): void {
  const lines = body.split('\n').length
  const tokens = countTokens(body)
  const isLong = lines > LONGEST_BODY_LINES || tokens > LONGEST_BODY_TOKENS
  if (body === '') report({ ...EMPTY, at: [start, start] })
  else if (isLong)
    report({ ...LONG, message: `${LONG.message} ${lines} lines, about ${tokens} tokens.`, at: [start, start] })
}

const EMPTY = {
  code: 'SKILL_BODY',
  message: 'The skill has no instructions.',
  hint: 'Write below the front matter what to do.',
} as const

const LONG = {
  code: 'SKILL_BODY',
  message: `The instructions are longer than ${LONGEST_BODY_LINES} lines or ${LONGEST_BODY_TOKENS} tokens:`,
  hint: 'Move details into files beside SKILL.md and name them: the model reads them when it needs them.',
} as const
