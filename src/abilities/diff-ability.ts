import type { Rule } from '../core/rule.ts'
import { plainStyle } from '../edit/actauth/rule-style.ts'
import { blockRule } from '../edit/actauth/rule-text.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { diffOf } from '../edit/change-set/unified-diff.ts'
import { baseOf } from './base-of.ts'
import { comparable } from './content.ts'
import { editsOf } from './edits-of.ts'
import type { InstalledAbility } from './installed-abilities.ts'

/** What a person changed of an ability, from what it brought to what is there. */
export interface AbilityDiff {
  agent: string
  name: string
  version: string
  /** Paths from the project's root; for a rule that of the rules file, with `#` and its name. */
  changes: { kind: 'update' | 'delete'; path: string; diff: string }[]
}

/** @throws LoopengineError as `baseOf` */
export async function diffAbility(plan: ChangePlan, { agent, name, entry }: InstalledAbility): Promise<AbilityDiff> {
  const { files, rules } = await editsOf(plan, agent, entry)
  const base = files.length > 0 ? await baseOf(plan, name, entry) : new Map()
  const changes: AbilityDiff['changes'] = []
  for (const { path, kind } of files) {
    const file = `${agent.directory}/${path}`
    const yours = await plan.read(file)
    const old = base.get(entry.files[path]?.from ?? '')?.bytes
    changes.push({ kind: kindOf(kind), path: file, diff: diffOf(file, old, yours && comparable(yours)) })
  }
  for (const rule of rules) {
    const path = `${agent.actauth}#${rule.name}`
    changes.push({
      kind: kindOf(rule.kind),
      path,
      diff: diffOf(path, textOf(rule.base), rule.yours && textOf(rule.yours)),
    })
  }
  return { agent: agent.name, name, version: entry.version, changes }
}

function kindOf(kind: 'changed' | 'removed'): 'update' | 'delete' {
  return kind === 'changed' ? 'update' : 'delete'
}

function textOf(rule: Rule): string {
  return `${blockRule('', rule, plainStyle(''))}\n`
}
