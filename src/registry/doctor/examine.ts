// What `doctor` reports, put together. Reads only: nothing is loaded, mended or started.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { journalsIn } from '../../edit/change-set/journal.ts'
import { stateDirectory } from '../../storage/state-directory.ts'
import { projectEnvironment } from '../project-env.ts'
import { readEnvironment } from './environment.ts'
import { readLocks } from './locks.ts'
import { privateFiles } from './private-files.ts'
import { findPrograms } from './programs.ts'
import type { DoctorProblem, DoctorReport, ProjectReport } from './report.ts'
import { readVersions } from './versions.ts'

/** `root`: the project; undefined where there is none. */
export async function examine(root: string | undefined): Promise<DoctorReport> {
  const { versions, problems } = readVersions(root)
  const sandbox = findPrograms(process.env.PATH)
  if (root === undefined) return { versions, sandbox, project: null, problems }
  const project = await examineProject(root)
  return { versions, sandbox, project: project.report, problems: [...problems, ...project.problems] }
}

async function examineProject(root: string): Promise<{ report: ProjectReport; problems: DoctorProblem[] }> {
  const directory = stateDirectory(root, projectEnvironment(root))
  const state = await examineState(directory)
  const changes = await examineChanges(root)
  const secret = await privateFiles(root, directory)
  const { environment, problems } = await readEnvironment(root)
  const report: ProjectReport = {
    root,
    state,
    locks: await readLocks(root, directory),
    changes: changes.report,
    privateFiles: secret.files,
    environment,
  }
  return { report, problems: [...stateProblems(state), ...changes.problems, ...secret.problems, ...problems] }
}

async function examineState(directory: string): Promise<ProjectReport['state']> {
  const sessions = await readdir(join(directory, 'sessions')).catch((): string[] => [])
  return {
    directory,
    exists: existsSync(directory),
    writable: isWritable(directory),
    sessions: sessions.filter(name => name.endsWith('.jsonl')).length,
  }
}

/** A folder that can be written, or that can be made. */
function isWritable(path: string): boolean {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path))
  try {
    accessSync(path, constants.W_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function stateProblems({ directory, writable }: ProjectReport['state']): DoctorProblem[] {
  if (writable) return []
  const message = `The state folder ${directory} can't be written: no conversation can be kept.`
  const hint = 'Change its permissions, or set LOOPENGINE_STATE_DIR to another folder.'
  return [{ severity: 'error', code: 'STATE_NOT_WRITABLE', message, hint }]
}

async function examineChanges(root: string) {
  const names = await readdir(join(root, '.loopengine', 'changes')).catch((): string[] => [])
  const unfinished = names.filter(name => /\.(open|new)$/.test(name)).sort()
  const report = { done: names.filter(name => /^\d+-[\d-]+$/.test(name)).length, unfinished }
  return { report, problems: [...left(unfinished), ...(await unreadable(root))] }
}

function left(unfinished: readonly string[]): DoctorProblem[] {
  return unfinished.map(name => ({
    severity: 'warning',
    code: 'CHANGE_UNFINISHED',
    message: `A command that was stopped left the change ${name}.`,
    hint: 'The next command in this project finishes it or takes it back.',
  }))
}

async function unreadable(root: string): Promise<DoctorProblem[]> {
  try {
    await journalsIn(root, 'open')
    await journalsIn(root, 'done')
    return []
  } catch (error) {
    const hint = 'Look at the files it names, put them right by hand, and remove its folder.'
    return [{ severity: 'error', code: 'CHANGE_UNREADABLE', message: messageOf(error), hint }]
  }
}
