import { posix } from 'node:path'
import { type AblFile, parseAbl } from '../../abl/index.ts'
import { usageError } from '../../core/errors.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { decode } from '../../edit/text.ts'
import type { AgentPlace } from '../agent-place.ts'
import { ablFiles } from '../tool-owners.ts'

/** The files of ABL tools in an agent's `tools/`. */
export async function toolFilesOf(plan: ChangePlan, agent: AgentPlace): Promise<string[]> {
  return (await ablFiles(plan, agent)).filter(file => file.endsWith('.tools.abl')).sort()
}

/** Where a new tool goes when nobody says it: the only file there is, else one of its own. */
export async function defaultToolFile(plan: ChangePlan, agent: AgentPlace, tool: string): Promise<string> {
  const [only, second] = await toolFilesOf(plan, agent)
  return only !== undefined && second === undefined ? posix.basename(only) : `${tool}.tools.abl`
}

/** The path of a file of tools, given by its name or its path. @throws LoopengineError `abl_file` (2) */
export function toolFilePath({ directory, name }: AgentPlace, file: string): string {
  const folder = `${directory}/tools`
  const path = posix.normalize(file.includes('/') ? file : `${folder}/${file}`)
  const isFine = posix.dirname(path) === folder && /^(?!\.)[^:*?"<>|\\]+\.tools\.abl$/.test(posix.basename(path))
  if (isFine) return path
  const hint = `Name one in ${folder}/, as in \`--file ${name.split('/').at(-1)}.tools.abl\`.`
  throw usageError('abl_file', `\`${file}\` is no file of tools of agent \`${name}\`.`, hint)
}

/** What a file declares as the plan leaves it; of one that is missing, nothing. */
export async function readToolFile(plan: ChangePlan, path: string): Promise<AblFile> {
  const decoded = decode((await plan.read(path)) ?? new Uint8Array())
  return parseAbl('text' in decoded ? decoded.text : '', { file: path })
}

/** Says what a person has to do for tools of a file that the agent file takes by name. */
export async function noteImport(
  plan: ChangePlan,
  agent: AgentPlace,
  { path, tools }: { path: string; tools: string[] },
): Promise<void> {
  for (const file of await ablFiles(plan, agent)) {
    if (file.endsWith('.tools.abl')) continue
    for (const { path: written, names } of (await readToolFile(plan, file)).imports) {
      const target = posix.normalize(posix.join(posix.dirname(file), written))
      const missing = names === undefined || target !== path ? [] : tools.filter(tool => !names.includes(tool))
      if (missing.length > 0) plan.note(`${file} takes tools of ${path} by name: add ${missing.join(', ')} there.`)
    }
  }
}
