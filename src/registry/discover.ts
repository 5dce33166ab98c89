import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { systemCode } from '../core/errors.ts'
import { AGENT_ABL } from './abl-files.ts'
import { foldName } from './fold-name.ts'

/** An agent as it lies on disk, not loaded yet. */
export interface FoundAgent {
  /** The folder's or file's name. */
  name: string
  /** Absolute; for a flat `agents/x.ts` the folder `agents/x`, which may be missing. */
  directory: string
  /** The module that exports `config`, or the `agent.abl` of an agent without one, absolute. */
  file: string
}

export interface Discovered {
  /** By name, sorted. */
  agents: FoundAgent[]
  diagnostics: Diagnostic[]
}

const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs', '.cts', '.cjs']

/** Finds `agents/<name>/index.ts`, `agents/<name>/agent.abl` and `agents/<name>.ts` below a project's root. */
export function discoverAgents(root: string): Promise<Discovered> {
  return discoverIn(root, join(root, 'agents'))
}

/** The same for any folder of agents, such as `subagents/`; one that is missing holds none. */
export async function discoverIn(root: string, base: string): Promise<Discovered> {
  const entries = await readdir(base, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  })
  const found: FoundAgent[] = []
  for (const entry of entries) {
    const isFolder =
      entry.isDirectory() || (entry.isSymbolicLink() && !EXTENSIONS.some(end => entry.name.endsWith(end)))
    const agent = isFolder ? await fromFolder(base, entry.name) : fromFile(base, entry.name)
    if (agent) found.push(agent)
  }
  const groups = sameNames(found.filter(agent => !belongsToFlat(agent, found)).toSorted(byName))
  return {
    agents: groups.flatMap(group => (group.length === 1 ? group : [])),
    diagnostics: groups.flatMap(group => twice(root, group)),
  }
}

/** Beside a flat `agents/x.ts`, the declaration in the folder `agents/x` is part of that agent. */
function belongsToFlat({ file, directory }: FoundAgent, all: readonly FoundAgent[]): boolean {
  if (basename(file) !== AGENT_ABL) return false
  return all.some(other => other.file !== file && other.directory === directory)
}

function sameNames(agents: readonly FoundAgent[]): FoundAgent[][] {
  const groups = new Map<string, FoundAgent[]>()
  for (const agent of agents) {
    const name = foldName(agent.name)
    groups.set(name, [...(groups.get(name) ?? []), agent])
  }
  return [...groups.values()]
}

function byName(a: FoundAgent, b: FoundAgent): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.file < b.file ? -1 : 1
}

async function fromFolder(base: string, name: string): Promise<FoundAgent | undefined> {
  if (name.startsWith('.') || name === 'node_modules') return undefined
  const directory = join(base, name)
  const files = await readdir(directory).catch((): string[] => [])
  const index = [...EXTENSIONS.map(end => `index${end}`), AGENT_ABL].find(file => files.includes(file))
  return index === undefined ? undefined : { name, directory, file: join(directory, index) }
}

function fromFile(base: string, file: string): FoundAgent | undefined {
  if (/\.(test|spec|d)\.[cm]?[jt]s$/.test(file)) return undefined
  const end = EXTENSIONS.find(extension => file.endsWith(extension))
  if (end === undefined || file.startsWith('.')) return undefined
  const name = file.slice(0, -end.length)
  return { name, directory: join(base, name), file: join(base, file) }
}

function twice(root: string, agents: FoundAgent[]): Diagnostic[] {
  const [first, second] = agents
  if (!first || !second) return []
  const shown = (agent: FoundAgent): string => relative(root, agent.file).replaceAll('\\', '/')
  return [
    {
      code: 'AGENT_TWICE',
      severity: 'error',
      file: shown(second),
      message:
        first.name === second.name
          ? `Agent \`${second.name}\` is defined in ${shown(first)} and in ${shown(second)}.`
          : `Agents \`${first.name}\` and \`${second.name}\` have the same name but for -, _ and case (${shown(first)}, ${shown(second)}).`,
      hint: 'Keep one of them, or rename one; neither is loaded until then.',
    },
  ]
}
