import { LoopengineError, messageOf } from '../core/errors.ts'
import { isRecord, type JsonRecord } from '../core/json.ts'
import type { Rule } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { pathProblem } from './entry-path.ts'
import type { AbilityOrigin } from './fetch-ability.ts'
import type { EnvNeed } from './manifest.ts'

const VERSION = 1

/** A file in the agent's folder that came with an ability. */
export interface InstalledFile {
  /** Its path in the ability. */
  from: string
  /** Of the ability's content, line ends aside. */
  sha256: string
}

export interface InstalledTool {
  /** null when only running the code could tell. */
  name: string | null
  /** In the agent's folder. */
  file: string
  /** Absent for tools of .abl files. */
  export?: string
}

/** One version of an ability in one agent. Paths are relative to the agent's folder. */
export interface Installed extends AbilityOrigin {
  /** Of the ability. */
  version: string
  /** The file in `.loopengine/abilities/` that holds the ability's own content. */
  base: string
  files: Record<string, InstalledFile>
  tools: InstalledTool[]
  /** The folder of each skill, by its id. */
  skills: Record<string, string>
  rules: Rule[]
  env: EnvNeed[]
  dependencies: Record<string, string>
  /** Those of `dependencies` that were not in the project's package.json before. */
  addedDependencies: string[]
}

/** An ability in one agent; `pending`: an upgrade whose conflicts are in the files, still to be resolved. */
export interface AbilityEntry extends Installed {
  pending?: { to: Installed; conflicts: string[] }
}

/** `.loopengine-abilities.json` of an agent. */
export interface Provenance {
  version: typeof VERSION
  /** By the name of the package. */
  abilities: Record<string, AbilityEntry>
  /**
   * Files that were there in a form that adding and removing does not give back by itself (null: not there), as they were
   * before the first ability.
   */
  originals: Record<string, string | null>
}

export function provenanceFile({ directory }: AgentPlace): string {
  return `${directory}/.loopengine-abilities.json`
}

/** What is installed in an agent; nothing when there is no file. @throws LoopengineError `provenance_invalid`, `version_newer` */
export async function readProvenance(plan: ChangePlan, agent: AgentPlace): Promise<Provenance> {
  const file = provenanceFile(agent)
  const text = await plan.readText(file)
  if (text === undefined) return { version: VERSION, abilities: {}, originals: {} }
  return parseProvenance(text, file)
}

/** Writes what is installed, or removes the file when that is nothing. */
export async function writeProvenance(
  plan: ChangePlan,
  agent: AgentPlace,
  { abilities, originals }: Provenance,
): Promise<void> {
  const file = provenanceFile(agent)
  if (Object.keys(abilities).length === 0) return plan.remove(file)
  const sorted = Object.fromEntries(Object.entries(abilities).sort(([a], [b]) => (a < b ? -1 : 1)))
  const document = { version: VERSION, abilities: sorted, ...(Object.keys(originals).length > 0 ? { originals } : {}) }
  return plan.write(file, `${JSON.stringify(document, null, 2)}\n`)
}

export function parseProvenance(text: string, file: string): Provenance {
  const document = parsed(text, file)
  if (typeof document.version === 'number' && document.version > VERSION) {
    const message = `${file} has version ${document.version}, and this loopengine reads ${VERSION}.`
    throw new LoopengineError('version_newer', message, { hint: 'Update loopengine.', file })
  }
  const { abilities, originals = {} } = document
  if (!isRecord(abilities) || !isRecord(originals)) throw invalid(file, '`abilities` is missing')
  for (const [name, entry] of Object.entries(abilities)) checkEntry(file, name, entry)
  return {
    version: VERSION,
    abilities: abilities as Record<string, AbilityEntry>,
    originals: originals as Record<string, string | null>,
  }
}

function parsed(text: string, file: string): JsonRecord {
  try {
    const document: unknown = JSON.parse(text)
    if (isRecord(document) && typeof document.version === 'number') return document
  } catch (error) {
    throw invalid(file, messageOf(error))
  }
  throw invalid(file, 'it has no `version`')
}

/** Paths from this file are removed and written: they must stay in the agent's folder. */
function checkEntry(file: string, name: string, entry: unknown): void {
  if (!isRecord(entry)) throw invalid(file, `\`${name}\` is no object`)
  const { files, tools, skills, rules, env, dependencies, addedDependencies, base, version, pending } = entry
  const lists = [tools, rules, env, addedDependencies].every(Array.isArray)
  const records = [files, skills, dependencies].every(isRecord)
  const texts = [base, version, entry.spec, entry.source].every(value => typeof value === 'string')
  if (!lists || !records || !texts) throw invalid(file, `\`${name}\` is not complete`)
  const paths = [...Object.keys(files as JsonRecord), ...Object.values(skills as JsonRecord).map(String), String(base)]
  const odd = paths.map(pathProblem).find(problem => problem !== undefined)
  if (odd !== undefined) throw invalid(file, odd)
  if (isRecord(pending)) checkEntry(file, name, pending.to)
}

function invalid(file: string, why: string): LoopengineError {
  const hint = 'It is written by loopengine: take it back from git, or remove the ability by hand.'
  return new LoopengineError('provenance_invalid', `${file} cannot be read: ${why}.`, { hint, file })
}
