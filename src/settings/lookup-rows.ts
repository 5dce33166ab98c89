import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Diagnostic, Range } from '../core/diagnostic.ts'
import { messageOf, systemCode } from '../core/errors.ts'
import { isRecord, type Json } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import { fileProblem } from './check-meaning.ts'
import { parseCsv } from './parse-csv.ts'
import { parseYaml } from './parse-yaml.ts'
import { type SettingsProblem, settingsDiagnostic } from './problem.ts'
import type { LookupTable } from './settings.ts'
import type { Places } from './yaml-places.ts'

export type LookupRow = Readonly<Record<string, Json>>

/** The rows of one table, found by the value of its key column; `5` and `"5"` are the same key. */
export interface LookupRows {
  columns: readonly string[]
  size: number
  find(key: unknown): LookupRow | undefined
}

interface PlacedRow {
  row: Record<string, unknown>
  range?: Range
}

interface TableRead {
  rows: PlacedRow[]
  diagnostics: Diagnostic[]
}

/** The rows of a declared table, from the settings or from its file; problems are at the line that has them. */
export async function lookupRows(
  name: string,
  table: LookupTable,
  { root, file, places }: { root: string; file: string; places: Places },
): Promise<{ rows: LookupRows; diagnostics: Diagnostic[] }> {
  const tablePath = ['lookups', name]
  const own = (problem: Omit<SettingsProblem, 'code' | 'path'> & { path?: string[] }): Diagnostic =>
    settingsDiagnostic({ code: 'SETTINGS_LOOKUP', path: tablePath, ...problem }, file, places)
  if ('rows' in table) {
    const rows = table.rows.map((row, at) => ({ row, range: places.value([...tablePath, 'rows', at]) }))
    return indexed({ rows, diagnostics: [] }, table.key, file)
  }
  const outside = fileProblem(root, table.file)
  if (outside) {
    const diagnostic = own({ message: outside, hint: 'Paths start at the project root.', path: [...tablePath, 'file'] })
    return { rows: EMPTY, diagnostics: [diagnostic] }
  }
  return indexed(await readTable(resolve(root, table.file), table.file), table.key, table.file)
}

const EMPTY: LookupRows = { columns: [], size: 0, find: () => undefined }

async function readTable(path: string, file: string): Promise<TableRead> {
  try {
    const text = await readFile(path, 'utf8')
    return file.endsWith('.csv') ? fromCsv(text, file) : await fromYaml(text, file)
  } catch (error) {
    return failed(file, `The table can't be read: ${systemCode(error) ?? messageOf(error)}.`)
  }
}

async function fromYaml(text: string, file: string): Promise<TableRead> {
  const { value, places, problems } = await parseYaml(text)
  const diagnostics = problems.map(({ message, range }) => problem(file, message, range))
  if (problems.length > 0) return { rows: [], diagnostics }
  if (!Array.isArray(value)) return failed(file, 'A table is a list of rows, each a map.', places.value([]))
  const rows: PlacedRow[] = []
  value.forEach((row: unknown, at) => {
    const range = places.value([at])
    if (isRecord(row)) rows.push({ row, range })
    else diagnostics.push(problem(file, `Row ${at + 1} is no map of columns and values.`, range))
  })
  return { rows, diagnostics }
}

function fromCsv(text: string, file: string): TableRead {
  const { records, unclosed } = parseCsv(text)
  if (unclosed !== undefined) return failed(file, 'A quote in this record has no partner.', atLine(unclosed))
  const [head, ...body] = records
  const columns = head?.cells ?? []
  const diagnostics: Diagnostic[] = []
  const rows = body.map(({ line, cells }): PlacedRow => {
    if (cells.length !== columns.length) {
      const message = `The row has ${cells.length} cells, and the first line names ${columns.length} columns.`
      diagnostics.push(problem(file, message, atLine(line)))
    }
    return { row: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])), range: atLine(line) }
  })
  return { rows, diagnostics }
}

function indexed(
  { rows, diagnostics }: TableRead,
  key: string,
  file: string,
): { rows: LookupRows; diagnostics: Diagnostic[] } {
  const found = new Map<string, PlacedRow>()
  const columns = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))]
  for (const placed of rows) {
    const value = Object.hasOwn(placed.row, key) ? placed.row[key] : undefined
    const id = keyOf(value)
    const earlier = id === undefined ? undefined : found.get(id)
    if (id === undefined) diagnostics.push(keyless(file, key, columns, placed))
    else if (earlier) diagnostics.push(problem(file, `The key \`${id}\` stands twice.`, placed.range))
    else found.set(id, placed)
  }
  const find = (wanted: unknown): LookupRow | undefined => {
    const id = keyOf(wanted)
    return id === undefined ? undefined : (found.get(id)?.row as LookupRow | undefined)
  }
  return { rows: { columns, size: found.size, find }, diagnostics }
}

function keyOf(value: unknown): string | undefined {
  const isKey = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isKey && value !== '' ? String(value) : undefined
}

function keyless(file: string, key: string, columns: readonly string[], { range }: PlacedRow): Diagnostic {
  const known = columns.includes(key)
  const guess = known ? '' : `${didYouMean(key, columns)} Columns: ${columns.join(', ')}.`.trim()
  return problem(file, `The row has no value in the key column \`${key}\`.`, range, guess)
}

function failed(file: string, message: string, range?: Range): TableRead {
  return { rows: [], diagnostics: [problem(file, message, range)] }
}

function problem(file: string, message: string, range: Range | undefined, hint = ''): Diagnostic {
  const at = range ? { range } : {}
  return { code: 'SETTINGS_LOOKUP', severity: 'error', message, file, ...at, ...(hint ? { hint } : {}) }
}

function atLine(line: number): Range {
  return { start: { line, column: 1 }, end: { line, column: Number.MAX_SAFE_INTEGER } }
}
