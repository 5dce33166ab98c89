import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, parseJson } from '../../core/json.ts'
import { packageRoot, packageVersion } from '../../core/package-root.ts'
import type { DoctorProblem, DoctorReport } from './report.ts'

type Versions = DoctorReport['versions']

/** The versions that work together here; `root`: the project. */
export function readVersions(root: string | undefined): { versions: Versions; problems: DoctorProblem[] } {
  const nodeWanted = wantedNode()
  const versions: Versions = {
    loopengine: packageVersion(),
    path: packageRoot(),
    project: root === undefined ? null : projectCopy(root),
    node: process.versions.node,
    nodeWanted,
    nodeSupported: isAtLeast(process.versions.node, nodeWanted),
    platform: `${process.platform}-${process.arch}`,
  }
  return { versions, problems: [...nodeProblems(versions), ...copyProblems(versions)] }
}

function wantedNode(): string {
  const file = parseJson(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))
  const engines = isRecord(file) && isRecord(file.engines) ? file.engines : {}
  return String(engines.node ?? '')
}

/** `>=20.19` is the only form that our package.json has. */
export function isAtLeast(version: string, wanted: string): boolean {
  const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)
  const [have, need] = [numbers(version), numbers(wanted)]
  for (const [index, number] of need.entries()) {
    const own = have[index] ?? 0
    if (own !== number) return own > number
  }
  return true
}

function projectCopy(root: string): Versions['project'] {
  const folder = join(root, 'node_modules', 'loopengine')
  if (!existsSync(join(folder, 'package.json'))) return null
  const file = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'))
  const version = isRecord(file) && typeof file.version === 'string' ? file.version : 'unknown'
  return { version, path: realpathSync(folder) }
}

function nodeProblems({ node, nodeWanted, nodeSupported }: Versions): DoctorProblem[] {
  if (nodeSupported) return []
  const message = `Node ${node} is not supported: loopengine needs ${nodeWanted}.`
  return [{ severity: 'error', code: 'NODE_UNSUPPORTED', message, hint: 'Install a newer Node.' }]
}

/** A copy without its program can't be handed over to. */
function copyProblems({ project }: Versions): DoctorProblem[] {
  if (!project || existsSync(join(project.path, 'dist', 'cli.js'))) return []
  const message = `The project's copy of loopengine in ${project.path} has no program.`
  return [{ severity: 'error', code: 'COPY_BROKEN', message, hint: 'Install the dependencies again.' }]
}
