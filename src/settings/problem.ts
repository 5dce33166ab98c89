import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import type { Path, Places } from './yaml-places.ts'

export type SettingsCode =
  | 'SETTINGS_SYNTAX'
  | 'SETTINGS_VERSION'
  | 'SETTINGS_UNREADABLE'
  | 'SETTINGS_UNKNOWN_KEY'
  | 'SETTINGS_MISSING_KEY'
  | 'SETTINGS_VALUE'
  | 'SETTINGS_LITERAL_SECRET'
  | 'SETTINGS_LOOKS_SECRET'
  | 'SETTINGS_UNDECLARED'
  | 'SETTINGS_FILE'
  | 'SETTINGS_LOOKUP'
  | 'SETTINGS_TRANSFORM'

/** Something wrong at a path of the file. */
export interface SettingsProblem {
  code: SettingsCode
  /** @default 'error' */
  severity?: Severity
  message: string
  hint?: string
  path: Path
  /** The key is what is wrong, not its value. */
  atKey?: boolean
}

/** How checks report. */
export type Report = (problem: SettingsProblem) => void

export function settingsDiagnostic(problem: SettingsProblem, file: string, places: Places): Diagnostic {
  const { code, severity = 'error', message, hint, path, atKey } = problem
  const range = atKey ? places.key(path) : places.value(path)
  return { code, severity, message, file, range, ...(hint ? { hint } : {}) }
}
