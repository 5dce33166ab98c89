import type { DoctorProblem, DoctorReport, LockReport, ProjectReport } from '../registry/doctor/report.ts'
import { styled } from './style.ts'
import { visible } from './visible.ts'

/** A report for people: facts in sections, then what is wrong. */
export function doctorText({ versions, sandbox, project, problems }: DoctorReport): string {
  const sections = [
    section('Versions', versionLines(versions)),
    section('Programs that can shut code in', [
      ...sandbox.map(({ name, path }) => [name, path ?? 'not found'] as const),
      ['', 'found on the PATH only; no tool was started in one of them'],
    ]),
    ...(project ? projectSections(project) : [section('Project', [['', 'none here or above']])]),
    problems.length === 0 ? styled('green', 'Nothing is wrong.', process.stdout) : problems.map(problemText).join('\n'),
  ]
  return sections.join('\n\n')
}

type Line = readonly [name: string, value: string]

function section(title: string, lines: readonly Line[]): string {
  const width = Math.max(0, ...lines.map(([name]) => name.length))
  const texts = lines.map(([name, value]) => `  ${name.padEnd(width)}  ${visible(value)}`.trimEnd())
  return [styled('bold', title, process.stdout), ...texts].join('\n')
}

function versionLines({
  loopengine,
  path,
  project,
  node,
  nodeWanted,
  nodeSupported,
  platform,
}: DoctorReport['versions']) {
  const own = project ? `${project.version} in ${project.path}` : 'none of its own'
  return [
    ['loopengine', `${loopengine} in ${path}`],
    ['project’s copy', own],
    ['Node', `${node} (${nodeSupported ? 'supported' : 'not supported'}: ${nodeWanted})`],
    ['system', platform],
  ] as const
}

function projectSections({ root, state, locks, changes, privateFiles, environment }: ProjectReport): string[] {
  const { directory, exists, writable, sessions } = state
  const open = privateFiles.filter(file => file.open).length
  const facts: Line[] = [
    ['folder', root],
    ['state', `${directory}${exists ? '' : ', not made yet'}${writable ? '' : ', can’t be written'}`],
    ['sessions', String(sessions)],
    ['changes', `${changes.done} that undo knows, ${changes.unfinished.length} unfinished`],
    ['locks', locks.length === 0 ? 'none' : ''],
    ...locks.map((lock): Line => ['', lockText(lock)]),
    ['private files', `${privateFiles.length} looked at, ${open} that others can get at`],
  ]
  const variables = environment.variables.map(({ name, set }): Line => [name, set ? 'set' : 'not set'])
  return [
    section('Project', facts),
    section('Environment', [
      ['LOOPENGINE_ENV', environment.environment],
      ['LOOPENGINE_MODEL', environment.model ?? 'not set: each agent’s own model, or --model'],
      ...variables,
    ]),
  ]
}

function lockText({ file, owner, alive }: LockReport): string {
  const who = owner
    ? `${owner.command}, process ${owner.pid} on ${owner.host}, since ${owner.since}`
    : 'nobody is named'
  return `${file}: ${who}; ${alive ? 'alive' : 'dead, the next one takes it over'}`
}

function problemText({ severity, code, message, hint }: DoctorProblem): string {
  const colour = severity === 'error' ? 'red' : 'yellow'
  const title = `${styled(colour, severity, process.stdout)} ${code} ${visible(message)}`
  return hint ? `${title}\n  ${visible(hint)}` : title
}
