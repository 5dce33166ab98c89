import type { Action, ResultMapping, ToolSpec } from '../spec.ts'
import { type Rule, report } from './rule.ts'

/** What a tool says about its effect must agree with what it does. */
export const checkEffect: Rule = tool => {
  const { spec } = tool
  if (spec.effect === 'read_only') {
    for (const [path, what] of writesOf(spec)) {
      report(tool, path, {
        code: 'ABL3011',
        message: `\`effect: read_only\`, but ${what}.`,
        hint: 'use effect: state_write',
      })
    }
  }
  if (spec.hints.cacheable && spec.hints.sideEffects) {
    const message = 'A tool with side effects should not be cached: the second call would do nothing.'
    report(tool, 'hints.cacheable', { code: 'ABL3011', severity: 'warning', message, hint: 'leave out cacheable' })
  }
}

/** Where a tool writes, with the words for it. */
function writesOf(spec: ToolSpec): [string, string][] {
  const writes: [string, string][] = []
  if ((spec.contextAccess?.write ?? []).length > 0)
    writes.push(['context_access.write', '`context_access` writes to the session'])
  if (spec.onResult && assigns(spec.onResult)) writes.push(['on_result', '`on_result` writes to the session'])
  if (spec.hints.sideEffects) writes.push(['hints.side_effects', '`hints` says that it has side effects'])
  return writes
}

function assigns({ set, actions }: ResultMapping): boolean {
  return set.length > 0 || actions.some(assignsIn)
}

function assignsIn(action: Action): boolean {
  if (action.do === 'set' || action.do === 'clear') return true
  if (action.do === 'call') return action.as !== undefined
  return action.do === 'branch' && action.branches.some(branch => branch.actions.some(assignsIn))
}
