// What a branch changes in what agents may do, from the files of two versions alone: no code of either runs.

import type { Diagnostic } from '../core/diagnostic.ts'
import { diffPolicies, type PermissionChange, type PolicySide } from '../permissions/diff/diff-policies.ts'
import type { CompareBase } from './compare-base.ts'
import { gitSource } from './static/git-source.ts'
import { diskSource, type SourceReader } from './static/source-reader.ts'
import { type StaticAgent, staticAgents } from './static/static-agent.ts'

export interface AgentChange extends PermissionChange {
  /** `shop`, or `shop/returns` for a subagent. */
  agent: string
  /** Where its rules stand now, else stood. */
  file: string
}

export interface PermissionsDiff {
  changes: AgentChange[]
  /** Rules that have an error, or that only code could tell. */
  diagnostics: Diagnostic[]
  /** Rules that changed and can't be compared: they may allow anything. */
  unreadable: Diagnostic[]
}

/** The project as it lies on disk, uncommitted changes included, against a commit. */
export async function diffPermissions(root: string, base: CompareBase): Promise<PermissionsDiff> {
  const readers = { before: await gitSource(root, base), after: diskSource(root) }
  const before = await staticAgents(readers.before)
  const after = await staticAgents(readers.after)
  const names = [...new Set([...before.agents, ...after.agents].map(({ name }) => name))].sort()
  const diff: PermissionsDiff = { changes: [], diagnostics: [...after.diagnostics], unreadable: [] }
  for (const name of names) {
    const [old, now] = [before, after].map(({ agents }) => agents.find(agent => agent.name === name))
    await compare({ old, now }, readers, diff)
  }
  return diff
}

interface Versions {
  old: StaticAgent | undefined
  now: StaticAgent | undefined
}

type Readers = Record<'before' | 'after', SourceReader>

async function compare({ old, now }: Versions, readers: Readers, diff: PermissionsDiff): Promise<void> {
  const one = now ?? old
  if (!one) return
  const problems = (now?.diagnostics ?? []).filter(({ severity }) => severity === 'error')
  diff.diagnostics.push(...problems)
  if ((old && !old.policy) || (now && !now.policy)) {
    if (await isUnchanged({ old, now }, readers)) return
    diff.unreadable.push(notComparable(one))
    return
  }
  const file = one.policy?.file ?? one.place.actauth
  const found = diffPolicies(sideOf(old), sideOf(now))
  diff.changes.push(...found.map(change => ({ agent: one.name, file, ...change })))
}

function sideOf(agent: StaticAgent | undefined): PolicySide {
  if (!agent) return { policy: undefined, tools: [], complete: true }
  return { policy: agent.policy, tools: agent.tools.map(({ name }) => name), complete: agent.unreadable.length === 0 }
}

/** The text that makes the rules is the same; what it imports is not followed. */
async function isUnchanged({ old, now }: Versions, readers: Readers): Promise<boolean> {
  if (!old || !now || old.place.configFile !== now.place.configFile) return false
  const [before, after] = await Promise.all([
    readers.before.read(old.place.configFile),
    readers.after.read(now.place.configFile),
  ])
  return before !== undefined && after !== undefined && Buffer.from(before).equals(Buffer.from(after))
}

function notComparable({ name, place }: StaticAgent): Diagnostic {
  return {
    code: 'PERMISSIONS_UNREADABLE',
    severity: 'error',
    message: `The rules of agent \`${name}\` are made by code that changed: what they allow now is not known without running it.`,
    file: place.configFile,
    hint: 'Write the rules into actauth.yml, or as literals, so that they can be compared.',
  }
}
