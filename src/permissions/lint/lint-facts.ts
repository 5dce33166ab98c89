import type { Diagnostic, Range, Severity } from '../../core/diagnostic.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { patternReaches } from '../built-in-decisions.ts'
import type { PolicyRule, SoundPolicy } from '../policy.ts'

/** What lint must know of a tool. */
export type LintTool = Pick<ToolDefinition, 'name' | 'safe' | 'input_schema'>

/** What every check is given. `sorted`: most specific first. */
export interface LintFacts {
  policy: SoundPolicy
  sorted: readonly PolicyRule[]
  /** Every tool of the agent, those of loopengine included. */
  tools: readonly LintTool[]
}

/** One check: problems that no error is, sorted or not. Must not change the facts. */
export type LintCheck = (facts: LintFacts) => Diagnostic[]

/** The agent's tools that a rule reaches, whatever its scope and conditions. */
export function toolsReached({ tool }: PolicyRule, { tools }: LintFacts): LintTool[] {
  return tools.filter(({ name }) => patternReaches(tool, name))
}

interface Finding {
  code: string
  severity?: Severity
  message: string
  hint?: string
  range?: Range
}

/** A diagnostic about a rule; `range` defaults to the rule's name. */
export function aboutRule(
  { rule, places }: PolicyRule,
  { severity = 'warning', range, ...finding }: Finding,
): Diagnostic {
  const place = range ?? places.rule
  return { severity, ...finding, file: rule.file ?? '', ...(place ? { range: place } : {}) }
}

/** `` `refunds` (line 7)``. */
export function nameOf({ rule }: PolicyRule): string {
  return `\`${rule.name}\`${rule.line === undefined ? '' : ` (line ${rule.line})`}`
}
