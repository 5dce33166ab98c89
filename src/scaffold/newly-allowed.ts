import {
  type ChangeSet,
  type FileChange,
  type FileContent,
  type NewlyAllowed,
  textOf,
} from '../edit/change-set/change-set.ts'
import { readActauth } from '../permissions/index.ts'

/** What the rules files of a change allow without asking, and did not before: for changes that no planner made. */
export async function newlyAllowedBy({ changes }: Pick<ChangeSet, 'changes'>): Promise<NewlyAllowed[]> {
  const added = await Promise.all(changes.map(addedBy))
  return added.flat()
}

async function addedBy(change: FileChange): Promise<NewlyAllowed[]> {
  if (change.kind === 'delete' || !/^agents\/.+\/actauth\.yml$/.test(change.path)) return []
  const before = change.kind === 'create' ? [] : await allowedBy(change.path, change.before)
  const known = new Set(before.map(allowed => JSON.stringify(allowed)))
  return (await allowedBy(change.path, change.after)).filter(allowed => !known.has(JSON.stringify(allowed)))
}

async function allowedBy(file: string, content: FileContent): Promise<NewlyAllowed[]> {
  const agent = file.slice('agents/'.length, -'/actauth.yml'.length).replaceAll('/subagents/', '/')
  const { policy } = await readActauth(textOf(content) ?? '', { file, agentName: agent.split('/').at(-1) ?? agent })
  if (policy.kind !== 'sound') return []
  const byDefault = policy.default.decision === 'allow' ? [{ tool: '*', scope: '*/*', decision: 'allow' as const }] : []
  const rules = policy.rules.map(({ rule }) => rule).filter(({ decision }) => decision === 'allow')
  return [...byDefault, ...rules].map(rule => {
    const { tool, scope, decision } = rule
    return { agent, tool, scope, decision, ...('when' in rule && rule.when ? { when: rule.when } : {}) }
  })
}
