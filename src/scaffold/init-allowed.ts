import type { NewlyAllowed } from '../edit/change-set/change-set.ts'
import { readActauth } from '../permissions/index.ts'
import type { TextFile } from './init-template.ts'

/** What the rules files among `files` allow without asking anybody. */
export async function allowedBy(files: readonly TextFile[]): Promise<NewlyAllowed[]> {
  const allowed = await Promise.all(files.map(allowedByFile))
  return allowed.flat()
}

async function allowedByFile({ path, text }: TextFile): Promise<NewlyAllowed[]> {
  const agent = /^agents\/([^/]+)\/actauth\.yml$/.exec(path)?.[1]
  if (agent === undefined) return []
  const { policy } = await readActauth(text, { file: path, agentName: agent })
  if (policy.kind !== 'sound') return []
  const rules = policy.rules.map(({ rule }) => rule).filter(({ decision }) => decision === 'allow')
  return rules.map(({ tool, scope, decision, when }) => ({ agent, tool, scope, decision, ...(when ? { when } : {}) }))
}
