import type { AgentTool, RunnableAgent } from '../core/agent.ts'
import type { Approver, GivenAnswer, Pending } from '../core/approval.ts'
import type { Emit, ErrorRecord, StopReason } from '../core/event.ts'
import type { Json } from '../core/json.ts'
import type { AssistantMessage, Message, ToolResult } from '../core/message.ts'
import type { Usage } from '../core/model.ts'
import type { Decision, Scope } from '../core/rule.ts'
import type { Directive, Question, ToolCall, ToolOutcome, User } from '../core/tool.ts'

/** The part of a session that a turn reads and changes. */
export interface TurnSession {
  id: string
  variables: Record<string, Json>
  /** What a person let pass for this session: `tool/rule` pairs, and consents as `consent:scope`. */
  grants: Set<string>
  /** How many approvals and questions the session has seen: makes their ids. */
  requests: number
  /** The step of the conversation that holds (`AgentConfig.steps`). */
  step?: string
}

/**
 * What must be kept before the turn goes on. `calls` is kept before its tools start and `outcome` after each ended, so
 * that after a crash a call without an outcome is known to have started.
 */
export type TurnRecord =
  | { type: 'message'; message: Message }
  | { type: 'calls'; callIds: string[] }
  | { type: 'outcome'; outcome: ToolOutcome; result: ToolResult }
  | { type: 'approval'; id: string; call: ToolCall; decision: Decision; fingerprint: string }
  /** `grants`: `tool/rule` pairs and consents that may pass from now on. */
  | { type: 'approval_answer'; id: string; answer: GivenAnswer; grants?: string[] }
  /** A call's agent waits for a person: so does the call. */
  | { type: 'waiting'; callId: string; pending: Pending[] }
  | { type: 'question'; id: string; callId: string; question: Question }
  | { type: 'question_answer'; id: string; text: string }

/** An approval that was asked for earlier, for one call. */
export interface AskedApproval {
  id: string
  call: ToolCall
  /** Of the tool and its final arguments when it was asked: another fingerprint makes a new approval. */
  fingerprint: string
  answer?: GivenAnswer
}

export interface AskedQuestion {
  id: string
  question: Question
  answer?: string
}

/** A batch of calls that an earlier process left unfinished: a turn goes on exactly there. */
export interface OpenBatch {
  message: AssistantMessage
  /** By call id. */
  results: Map<string, ToolResult>
  approvals: Map<string, AskedApproval>
  /** By call id, in the order asked. */
  questions: Map<string, AskedQuestion[]>
  /** What calls that have ended want done once the batch has. By call id. */
  directives: Map<string, Directive[]>
}

/** A call whose tool was found and whose arguments are final. */
export interface ReadyCall {
  call: ToolCall
  tool: AgentTool
  /** The arguments as they were asked, where preparation may have changed them. */
  given?: ToolCall['input']
  /** Nothing is left to ask about: what runs is only how the tool's failed preparation ends. */
  concludes?: true
}

export interface TurnOptions {
  agent: RunnableAgent
  session: TurnSession
  /** The conversation so far, the new user message last. The turn appends to it. */
  messages: Message[]
  scope: Scope
  user?: User
  /** Absent: nobody will ever answer. What a rule asks about is then denied; nothing is parked. */
  approver?: Approver
  signal: AbortSignal
  /** Must not throw. */
  emit: Emit
  /** Resolves when the record is durable; a rejection ends the turn with an error. */
  record(record: TurnRecord): Promise<void>
  batch?: OpenBatch
  /** What of personal data reaches whom; absent: everybody reads everything. */
  privacy?: Privacy
  /** Runs another agent for a tool (`ToolContext.runAgent`). Never rejects; absent: no agent can be run. */
  runAgent?(run: AgentRun): Promise<AgentRunEnd>
  /** The agent that takes the conversation over (ABL `HANDOFF`), ready to run; rejects with why it can't. */
  takeOver?(agent: string): Promise<RunnableAgent>
  /** Runs another tool of the agent for a tool (`ToolContext.call`). Never rejects; set by the loop itself. */
  callTool?(nested: NestedCall): Promise<ToolOutcome>
}

/** Stands between people's data and the model, tools and traces. */
export interface Privacy {
  /** The conversation as the model may read it. */
  shown(messages: readonly Message[]): readonly Message[]
  /** A call's arguments with what its tool may read filled in again. */
  restored(tool: string, input: Record<string, unknown>): Record<string, unknown>
  /** A line of a trace as it may be kept. */
  traced(tool: string, message: string): string
  /** For the model's words to the person, piece by piece: their own data is theirs to read. */
  told(): { push(text: string): string; end(): string }
}

/** A call that a tool makes. `signal` ends with the call that makes it. */
export interface NestedCall extends ToolCall {
  signal: AbortSignal
}

/** One request of a tool to another agent. */
export interface AgentRun {
  agent: string
  request: string
  callId: string
  signal: AbortSignal
  progress(note: string): void
  /** What the agent waits for now; nothing when it goes on. Kept, so that a crash meanwhile loses no approval. */
  waiting(pending: Pending[]): Promise<void>
}

export type AgentRunEnd =
  | { kind: 'answered'; text: string }
  | { kind: 'failed'; error: ErrorRecord }
  /** It waits for a person: the call is parked, and starts again from the top after the answer. */
  | { kind: 'pending'; pending: Pending[] }

export interface TurnResult {
  text: string
  stopReason: StopReason
  pending: Pending[]
  usage: Usage
  error?: ErrorRecord
}
