// Some files do not come back byte for byte when what was added is removed again: one that was not there stays behind
// empty, `rules` that was missing stays as `rules: []`. Their first form is kept, and put back once nothing else is in it.

import { addRule } from '../edit/actauth/add-rule.ts'
import { removeRule } from '../edit/actauth/remove-rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { textOf } from '../edit/change-set/change-set.ts'
import type { EditResult } from '../edit/edit-result.ts'
import { addToolToIndex } from '../edit/tools-index/add-tool-to-index.ts'
import { removeToolFromIndex } from '../edit/tools-index/remove-tool-from-index.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import type { Provenance } from './provenance.ts'

const RULE = { name: 'loopengine-probe', scope: '*/*', tool: 'loopengine_probe', decision: 'ask' } as const
const ENTRY = { tool: 'loopengine_probe', file: 'loopengine_probe', exp: 'loopengineProbe' }

/** Notes the two files of an agent that abilities edit, before the first edit. */
export async function keepOriginals(plan: ChangePlan, agent: AgentPlace, { originals }: Provenance): Promise<void> {
  for (const file of editedFiles(agent)) {
    const key = keyOf(agent, file)
    if (Object.hasOwn(originals, key)) continue
    const bytes = await plan.read(file)
    const back = await thereAndBack(file, bytes)
    const text = bytes && textOf(bytes)
    if (back !== undefined && back !== text && (bytes === undefined || text !== undefined))
      originals[key] = text ?? null
  }
}

/** Puts back the first form of the files in which nothing else was changed; to be called after the last removal. */
export async function restoreOriginals(plan: ChangePlan, agent: AgentPlace, { originals }: Provenance): Promise<void> {
  for (const file of editedFiles(agent)) {
    const original = originals[keyOf(agent, file)]
    if (original === undefined) continue
    const emptied = await thereAndBack(file, original === null ? undefined : Buffer.from(original))
    if ((await plan.readText(file)) !== emptied) continue
    if (original === null) await plan.remove(file)
    else await plan.write(file, original)
  }
}

function editedFiles({ toolsIndex, actauth }: AgentPlace): string[] {
  return [toolsIndex, actauth]
}

function keyOf({ directory }: AgentPlace, file: string): string {
  return file.slice(directory.length + 1)
}

/** What the editors make of a file when something is added and removed again; undefined when they refuse it. */
async function thereAndBack(file: string, bytes: Uint8Array | undefined): Promise<string | undefined> {
  const isRules = file.endsWith('.yml')
  const added = await (isRules
    ? addRule(bytes ?? new Uint8Array(), RULE)
    : addToolToIndex(bytes ?? new Uint8Array(), ENTRY))
  if (added.outcome !== 'edit') return undefined
  const there = Buffer.from(added.text)
  const removed: EditResult = await (isRules ? removeRule(there, RULE.name) : removeToolFromIndex(there, ENTRY))
  return removed.outcome === 'edit' ? removed.text : undefined
}
