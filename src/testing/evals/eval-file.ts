import type { ApprovalAnswer } from '../../core/approval.ts'
import type { Range } from '../../core/diagnostic.ts'
import type { StopReason } from '../../core/event.ts'
import type { DecisionWord } from '../../core/rule.ts'

/** One `evals/*.eval.yml`: conversations with an agent, and what must come of each (docs/evals.md). */
export interface EvalFile {
  version: 1
  /** `offline` or `provider/model`. @default 'offline' */
  model?: string
  /** A recording to play instead of a model, relative to this file; `test --record` makes it anew. */
  replay?: string
  environment?: string
  tenant?: string
  user?: { id: string; claims?: Record<string, unknown> }
  cases: EvalCase[]
}

export interface EvalCase {
  name: string
  /** What the person says, turn by turn, in one session. */
  messages: string[]
  /** What the person answers when a tool needs approval, by tool; without one nobody answers. */
  approvals?: Record<string, boolean | string | ApprovalAnswer>
  /** Answers to questions, in the order asked. */
  answers?: string[]
  expect: Expectation
}

export interface Expectation {
  /** Calls that must be there, each with at least these arguments, in any order. */
  tools?: (string | Record<string, Record<string, unknown> | null>)[]
  /** Tools that must not be called. */
  forbidden?: string[]
  /** What the rules must decide for a tool, at each of its calls. */
  decisions?: Record<string, DecisionWord>
  /** Of the last answer; texts are compared without regard to case. */
  text?: { contains?: string[]; excludes?: string[]; matches?: string }
  /** Of the last turn. @default 'end_turn' */
  stopReason?: StopReason
}

/** A file that was read, and where its cases stand. */
export interface ReadEval {
  /** Relative to the project root. */
  file: string
  agent: string
  content: EvalFile
  places: Range[]
}
