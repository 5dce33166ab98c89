import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { shownPath } from '../shown-path.ts'
import type { DoctorProblem, ProjectReport } from './report.ts'

type PrivateFile = ProjectReport['privateFiles'][number]

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i

/**
 * Files that hold conversations or secrets, and whether others of this machine may read them. A system without
 * permission bits has none to report.
 */
export async function privateFiles(
  root: string,
  stateDirectory: string,
): Promise<{ files: PrivateFile[]; problems: DoctorProblem[] }> {
  if (process.platform === 'win32') return { files: [], problems: [] }
  const sessions = await filesIn(join(stateDirectory, 'sessions'), name => name.endsWith('.jsonl'))
  const secrets = (await holdsSecrets(join(root, '.env'))) ? [join(root, '.env')] : []
  const files = (await Promise.all([...secrets, ...sessions].map(path => readMode(root, path)))).filter(
    file => file !== undefined,
  )
  return { files, problems: files.filter(({ open }) => open).map(openFile) }
}

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter(isWanted).map(name => join(folder, name))
}

async function holdsSecrets(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return Object.entries(parseEnv(text)).some(([name, value]) => SECRET_NAME.test(name) && value !== '')
}

async function readMode(root: string, path: string): Promise<PrivateFile | undefined> {
  const info = await stat(path).catch(() => undefined)
  if (!info) return undefined
  const bits = info.mode & 0o777
  return { file: shownPath(root, path), mode: bits.toString(8).padStart(4, '0'), open: (bits & 0o077) !== 0 }
}

function openFile({ file, mode }: PrivateFile): DoctorProblem {
  return {
    severity: 'warning',
    code: 'FILE_OPEN',
    message: `Others of this machine may get at ${file} (mode ${mode}).`,
    hint: `chmod 600 ${file}`,
  }
}
