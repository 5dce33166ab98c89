import { basename, relative, resolve, sep } from 'node:path'
import type { Agent } from '../core/agent.ts'
import type { LoadedAgent } from './project-loader.ts'

const SOURCE = /\.[cm]?[jt]sx?$/
const TEST = /\.(test|spec)\.[cm]?[jt]sx?$/
const DECLARATIONS = /(^actauth\.yml|^gateway-tools\.yml|\.abl)$/

/**
 * Whether a changed file can change an agent: one of the `shared` (loaded modules, and what the settings were read
 * from), any source file below `agents/` (a new one may mend a failed import), declarations, skills, settings. Data beside them does not.
 */
export function mattersTo(
  root: string,
  agents: Iterable<LoadedAgent>,
  shared: readonly string[],
  file: string,
): boolean {
  if (shared.includes(file)) return true
  for (const agent of agents) if (isMadeOf(root, agent, file)) return true
  const inside = relative(root, file)
  const name = basename(file)
  if (!inside.includes(sep)) return true
  if (DECLARATIONS.test(name) || inside.split(sep).includes('skills')) return true
  return SOURCE.test(name) && !TEST.test(name)
}

/** Which agents a change reaches: by the folder it lies in, or because they were loaded from it. */
export function reached(
  root: string,
  agents: Iterable<LoadedAgent>,
  { changed, settings }: { changed: ReadonlySet<string>; settings: readonly string[] },
): 'all' | Set<string> {
  const names = new Set<string>()
  for (const file of changed) {
    if (settings.includes(file)) return 'all'
    const [top, owner = ''] = relative(root, file).split(sep)
    if (top !== 'agents') return 'all'
    names.add(owner.replace(/\.[cm]?[jt]s$/, ''))
    for (const agent of agents) if (isMadeOf(root, agent, file)) names.add(agent.found.name)
  }
  return names
}

/** Files that a failing import may be waiting for make every broken agent worth another try. */
export function isBroken(agent: LoadedAgent): boolean {
  return agent.diagnostics.some(({ severity }) => severity === 'error')
}

function isMadeOf(root: string, agent: LoadedAgent, file: string): boolean {
  return agent.files.has(file) || sharedSkillFolders(root, [agent]).some(folder => file.startsWith(folder + sep))
}

/** The folders of skills that agents and their subagents name in `skillsDirs`, absolute. */
export function sharedSkillFolders(root: string, agents: Iterable<LoadedAgent>): string[] {
  const all = [...agents].flatMap(({ agent }) => (agent ? withSubagents(agent) : []))
  const folders = all.flatMap(({ config }) => config.skillsDirs ?? [])
  return [...new Set(folders.map(folder => resolve(root, String(folder))))]
}

/** An agent and, at any depth, its subagents. */
export function withSubagents(agent: Agent): Agent[] {
  return [agent, ...Object.values(agent.subagents).flatMap(withSubagents)]
}
