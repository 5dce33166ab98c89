import { LoopengineError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { foldName } from './tool-name.ts'

/** Where the files of an agent are, relative to the project. */
export interface AgentPlace {
  /** `shop`, or `shop/returns` for a subagent. */
  name: string
  directory: string
  /** The module that exports `config`. */
  configFile: string
  toolsIndex: string
  actauth: string
}

const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs', '.cts', '.cjs']
const INDEXES = ['index.ts', 'index.mts', 'index.js', 'index.mjs']

/**
 * The agent of this name, `-`, `_` and case aside; `parent/child` is a subagent.
 * @throws LoopengineError `agent_not_found` (2), `agent_twice`
 */
export async function locateAgent(plan: ChangePlan, name: string): Promise<AgentPlace> {
  let folder = 'agents'
  let place: AgentPlace | undefined
  for (const step of name.split('/')) {
    const agents = await agentsIn(plan, folder)
    const names = [...agents.keys()]
    const found = names.find(known => known === step) ?? names.find(known => foldName(known) === foldName(step))
    if (found === undefined) throw notFound(name, step, place ? names.map(child => `${place?.name}/${child}`) : names)
    place = await placeOf(plan, { folder, name: found, files: agents.get(found) ?? [], parent: place })
    folder = `${place.directory}/subagents`
  }
  if (!place) throw notFound(name, name, [])
  return place
}

/** The agents of a folder such as `agents`, with the modules that define each. */
export async function agentsIn(plan: ChangePlan, folder: string): Promise<Map<string, string[]>> {
  const agents = new Map<string, string[]>()
  for (const entry of await plan.list(folder)) {
    if (entry.startsWith('.') || entry === 'node_modules') continue
    const extension = EXTENSIONS.find(end => entry.endsWith(end))
    if (extension === undefined) {
      const names = await plan.list(`${folder}/${entry}`)
      const index = EXTENSIONS.map(end => `index${end}`).find(file => names.includes(file))
      if (index !== undefined) push(agents, entry, `${folder}/${entry}/${index}`)
    } else if (!/\.(test|spec|d)\.[cm]?[jt]s$/.test(entry)) {
      push(agents, entry.slice(0, -extension.length), `${folder}/${entry}`)
    }
  }
  return agents
}

interface Found {
  folder: string
  name: string
  files: string[]
  parent: AgentPlace | undefined
}

async function placeOf(plan: ChangePlan, { folder, name, files, parent }: Found): Promise<AgentPlace> {
  const [configFile, second] = files
  if (configFile === undefined || second !== undefined) {
    const message = `Agent \`${name}\` is defined in ${files.join(' and in ')}.`
    throw new LoopengineError('agent_twice', message, { hint: 'Keep one of them.' })
  }
  const directory = `${folder}/${name}`
  const names = await plan.list(`${directory}/tools`)
  const index = INDEXES.find(file => names.includes(file)) ?? 'index.ts'
  return {
    name: parent ? `${parent.name}/${name}` : name,
    directory,
    configFile,
    toolsIndex: `${directory}/tools/${index}`,
    actauth: `${directory}/actauth.yml`,
  }
}

function notFound(name: string, step: string, names: string[]): LoopengineError {
  const list = names.length > 0 ? `Agents here: ${names.join(', ')}.` : 'There are no agents here.'
  const guess = didYouMean(step, names)
  return new LoopengineError('agent_not_found', `Agent \`${name}\` not found.`, {
    exitCode: 2,
    hint: guess ? `${guess} ${list}` : list,
  })
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value])
}
