import { getOwn } from '../core/json.ts'
import type { DecisionWord } from '../core/rule.ts'
import type { ToolPattern } from './tool-pattern.ts'

/** Tools of loopengine itself, which an agent needs to work at all. Only a rule that names one exactly changes these. */
export const BUILT_IN_DECISIONS: Readonly<Record<string, DecisionWord>> = {
  system_ask_user: 'allow',
  Skill: 'allow',
  readFile: 'ask',
}

export function builtInDecision(tool: string): DecisionWord | undefined {
  return getOwn(BUILT_IN_DECISIONS, tool)
}

/** Does a rule's pattern reach this tool? A glob never reaches a built-in one. */
export function patternReaches(pattern: ToolPattern, tool: string): boolean {
  return pattern.matches(tool) && (pattern.exact || builtInDecision(tool) === undefined)
}
