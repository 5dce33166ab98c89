import { type Diagnostic, rangeAt, type Severity } from '../core/diagnostic.ts'

/**
 * `standard`: `skills-ref validate` refuses the skill too. `advice`: valid, but something of it is lost or hard to use.
 * `note`: nothing to mend.
 */
const CODES = {
  SKILL_MISSING: 'standard',
  SKILL_UNREADABLE: 'standard',
  SKILL_FRONT_MATTER: 'standard',
  SKILL_YAML: 'standard',
  SKILL_KEY: 'standard',
  SKILL_NAME: 'standard',
  SKILL_NAME_FOLDER: 'standard',
  SKILL_DESCRIPTION: 'standard',
  SKILL_COMPATIBILITY: 'standard',
  SKILL_DASHES: 'advice',
  SKILL_VALUE: 'advice',
  SKILL_FILE_NAME: 'advice',
  SKILL_BODY: 'advice',
  SKILL_LINK: 'advice',
  SKILL_OUTSIDE: 'advice',
  SKILL_LOOSE_FILE: 'advice',
  SKILL_FOLDER: 'advice',
  SKILL_SHADOWED: 'note',
} as const satisfies Record<string, 'standard' | 'advice' | 'note'>

export type SkillCode = keyof typeof CODES

/** Something wrong in one text: `at` counts characters from its start. */
export interface Problem {
  code: SkillCode
  message: string
  at: readonly [start: number, end: number]
  hint: string
}

export type Report = (problem: Problem) => void

/** A problem as a diagnostic: a warning at most, for a skill never keeps its agent from working. */
export function toDiagnostic({ code, message, at, hint }: Problem, source: { file: string; text: string }): Diagnostic {
  const range = rangeAt(source.text, at[0], Math.max(at[1], at[0] + 1))
  return { code, severity: lenient(code), message, file: source.file, range, hint }
}

/** A problem that no text shows: a folder, or a file that can't be read. */
export function fileDiagnostic(code: SkillCode, file: string, message: string, hint: string): Diagnostic {
  return { code, severity: lenient(code), message, file, hint }
}

function lenient(code: SkillCode): Severity {
  return CODES[code] === 'note' ? 'info' : 'warning'
}

/** The diagnostic as a check sees it: an error where `skills-ref validate` refuses the skill. Others stay as they are. */
export function strictly(diagnostic: Diagnostic): Diagnostic {
  const isStandard = Object.hasOwn(CODES, diagnostic.code) && CODES[diagnostic.code as SkillCode] === 'standard'
  return isStandard ? { ...diagnostic, severity: 'error' } : diagnostic
}
