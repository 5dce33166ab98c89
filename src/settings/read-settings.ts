import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Diagnostic, hasErrors } from '../core/diagnostic.ts'
import { messageOf, systemCode } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import { checkMeaning } from './check-meaning.ts'
import { checkStructure } from './check-structure.ts'
import { type LookupRows, lookupRows } from './lookup-rows.ts'
import { normalise } from './normalise.ts'
import { parseYaml } from './parse-yaml.ts'
import { type SettingsProblem, settingsDiagnostic } from './problem.ts'
import { NO_SETTINGS, type ProjectSettings } from './settings.ts'
import type { Path, Places } from './yaml-places.ts'

/** At the root of a project. */
export const SETTINGS_FILE = 'loopengine.config.yml'

/** The newest format that is read. */
export const SETTINGS_VERSION = 1

/** The settings of a project as far as they could be read; with an error among the diagnostics they are empty. */
export interface SettingsReading {
  settings: ProjectSettings
  diagnostics: Diagnostic[]
  tables: Readonly<Record<string, LookupRows>>
  /** What they were read from, there or not, absolute: what a watcher must watch. */
  files: readonly string[]
  /** A problem that only others can see, at its place in the file. */
  diagnose(problem: SettingsProblem): Diagnostic
}

/** Reads and checks the settings of a project; a missing file is no settings. Never rejects: problems are diagnostics. */
export async function readSettings(root: string): Promise<SettingsReading> {
  const path = join(root, SETTINGS_FILE)
  try {
    return await readText(root, await readFile(path, 'utf8'))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return nothing(path, [])
    const message = `The settings can't be read: ${systemCode(error) ?? messageOf(error)}.`
    return nothing(path, [{ code: 'SETTINGS_UNREADABLE', severity: 'error', message, file: SETTINGS_FILE }])
  }
}

function nothing(path: string, diagnostics: Diagnostic[], places?: Places): SettingsReading {
  return { settings: NO_SETTINGS, diagnostics, tables: {}, files: [path], diagnose: diagnoser(places) }
}

async function readText(root: string, text: string): Promise<SettingsReading> {
  const path = join(root, SETTINGS_FILE)
  const { value, places, problems } = await parseYaml(text)
  const diagnostics = problems.map(
    ({ message, range }): Diagnostic => ({
      code: 'SETTINGS_SYNTAX',
      severity: 'error',
      message,
      file: SETTINGS_FILE,
      range,
    }),
  )
  const diagnose = diagnoser(places)
  const newer = newerVersion(value)
  if (newer) diagnostics.push(diagnose(newer))
  if (diagnostics.length > 0) return nothing(path, diagnostics, places)
  const report = (problem: SettingsProblem): void => void diagnostics.push(diagnose(problem))
  const written = value ?? {}
  if (!(await checkStructure(written, report))) return nothing(path, diagnostics, places)
  const settings = normalise(written)
  checkMeaning(settings, { raw: written, root, report })
  const { tables, files } = await readTables(settings, { root, places, diagnostics })
  const read = { diagnostics, files: [path, ...files], diagnose }
  return hasErrors(diagnostics) ? { ...read, settings: NO_SETTINGS, tables: {} } : { ...read, settings, tables }
}

function diagnoser(places?: Places): SettingsReading['diagnose'] {
  const start = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
  const found = places ?? { value: (_path: Path) => start, key: (_path: Path) => start }
  return problem => settingsDiagnostic(problem, SETTINGS_FILE, found)
}

/** A file of a later version may mean something else by the same keys. */
function newerVersion(value: unknown): SettingsProblem | undefined {
  const version = isRecord(value) ? value.version : undefined
  if (typeof version !== 'number' || version <= SETTINGS_VERSION) return undefined
  return {
    code: 'SETTINGS_VERSION',
    message: `The settings have version ${version}, and this loopengine reads up to version ${SETTINGS_VERSION}.`,
    hint: 'Update loopengine in this project.',
    path: ['version'],
  }
}

async function readTables(
  { lookups }: ProjectSettings,
  { root, places, diagnostics }: { root: string; places: Places; diagnostics: Diagnostic[] },
): Promise<{ tables: Record<string, LookupRows>; files: string[] }> {
  const tables: Record<string, LookupRows> = Object.create(null)
  const files: string[] = []
  for (const [name, table] of Object.entries(lookups)) {
    const read = await lookupRows(name, table, { root, file: SETTINGS_FILE, places })
    diagnostics.push(...read.diagnostics)
    tables[name] = read.rows
    if ('file' in table) files.push(resolve(root, table.file))
  }
  return { tables, files }
}
