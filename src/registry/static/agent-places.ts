import type { Diagnostic } from '../../core/diagnostic.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { type AgentPlace, agentsIn } from '../../scaffold/agent-place.ts'
import { AGENT_ABL } from '../abl-files.ts'

const INDEXES = ['index.ts', 'index.mts', 'index.js', 'index.mjs']

/** Where the agents of a folder such as `agents` are, their subagents included; `parent` is a name with a `/`, or empty. */
export async function agentPlaces(
  plan: ChangePlan,
  folder: string,
  { parent = '', diagnostics }: { parent?: string; diagnostics: Diagnostic[] },
): Promise<AgentPlace[]> {
  const modules = await agentsIn(plan, folder)
  const declared = await declaredIn(plan, folder)
  const places: AgentPlace[] = []
  for (const name of [...new Set([...modules.keys(), ...declared])].sort()) {
    const [file = `${folder}/${name}/${AGENT_ABL}`, second] = modules.get(name) ?? []
    if (second !== undefined) {
      diagnostics.push(twice(name, file, second))
      continue
    }
    const place = await placeOf(plan, { folder, name, file, parent })
    const below = { parent: `${place.name}/`, diagnostics }
    places.push(place, ...(await agentPlaces(plan, `${place.directory}/subagents`, below)))
  }
  return places
}

/** The names of the folders that hold an `agent.abl`. */
export async function declaredIn(plan: ChangePlan, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const name of await plan.list(folder)) {
    if (name.startsWith('.') || name === 'node_modules') continue
    if ((await plan.list(`${folder}/${name}`)).includes(AGENT_ABL)) names.push(name)
  }
  return names
}

async function placeOf(
  plan: ChangePlan,
  { folder, name, file, parent }: { folder: string; name: string; file: string; parent: string },
): Promise<AgentPlace> {
  const directory = `${folder}/${name}`
  const names = await plan.list(`${directory}/tools`)
  const index = INDEXES.find(candidate => names.includes(candidate)) ?? 'index.ts'
  return {
    name: parent + name,
    directory,
    configFile: file,
    toolsIndex: `${directory}/tools/${index}`,
    actauth: `${directory}/actauth.yml`,
  }
}

function twice(name: string, first: string, second: string): Diagnostic {
  return {
    code: 'AGENT_TWICE',
    severity: 'error',
    message: `Agent \`${name}\` is defined in ${first} and in ${second}.`,
    file: second,
    hint: 'Keep one of them.',
  }
}
