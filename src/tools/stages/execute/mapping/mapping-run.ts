import type { Evaluation, Scope } from '../../../../abl/index.ts'
import type { Directive, ToolContext } from '../../../../core/tool.ts'
import type { SessionWriter } from '../../session-writer.ts'

/** What `on_result` or `on_error` of one call works with. Actions change it and nothing else. */
export interface MappingRun {
  stage: 'on_result' | 'on_error'
  context: ToolContext
  /** Read anew for every value: actions see what those before them wrote. */
  scope(): Scope
  writer: SessionWriter
  directives: Directive[]
  /** Set by THEN: it comes after everything else. */
  next?: string
  /** Set by RETURN. */
  returned?: { value: unknown }
  /** Formats that stand before their RESPOND. */
  formats?: Record<string, string>
  /** GOTO and RETURN end the block. */
  ended: boolean
  /** Other agents that are tools here: a delegation goes through their gate. */
  agentTool(agent: string): string | undefined
}

export function note({ context, stage }: MappingRun, message: string): void {
  context.emit({ type: 'trace', stage, message })
}

/** An action with its texts compiled. Contract: never throws but for a question that nobody can answer. */
export type RunAction = (run: MappingRun) => Promise<void> | void

/** A value, or undefined with a line in the trace. */
export function readOrTrace(run: MappingRun, evaluation: Evaluation, source: string): { value: unknown } | undefined {
  if (evaluation.ok) return { value: evaluation.value }
  note(run, `\`${source}\`: ${evaluation.error.message}`)
  return undefined
}
