// The public library, named exports only. What an agent's own files import stands in registry/user-api.ts.
export type {
  Agent,
  AgentConfig,
  AgentTool,
  LanguageModel,
  RunnableAgent,
  ToolKind,
} from './core/agent.ts'
export {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  nobody,
  type Pending,
  type QuestionAnswer,
  type QuestionRequest,
} from './core/approval.ts'
export type { Diagnostic, Position, Range, Severity } from './core/diagnostic.ts'
export { codeFrame, formatDiagnostic } from './core/diagnostic.ts'
export { isLoopengineError, LoopengineError } from './core/errors.ts'
export type { ErrorRecord, LoopEvent, StopReason } from './core/event.ts'
export type { Json, JsonSchema } from './core/json.ts'
export type { AssistantMessage, AssistantPart, Message, ToolMessage, ToolResult, UserMessage } from './core/message.ts'
export type { FinishReason, Model, ModelPart, ModelRequest, ModelTool, Usage } from './core/model.ts'
export type { Condition, Decision, Gate, Rule, Scope } from './core/rule.ts'
export type { Skill } from './core/skill.ts'
export type {
  Prepared,
  Question,
  ToolCall,
  ToolContext,
  ToolDefinition,
  ToolError,
  ToolOutcome,
  User,
} from './core/tool.ts'
export type { ActionDeclaration, MappingDeclaration, ToolDeclaration } from './core/tool-declaration.ts'
export { isToolFailure, ToolFailure, type ToolFailureOptions } from './core/tool-failure.ts'
export { type ToolOutput, type ToolOutputOptions, toolOutput } from './core/tool-output.ts'
export { planLanes } from './loop/plan-lanes.ts'
export { runTurn } from './loop/run-turn.ts'
export type { OpenBatch, TurnOptions, TurnRecord, TurnResult, TurnSession } from './loop/turn.ts'
export { openModel } from './models/open-model.ts'
export {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedRequest,
  type GuardedResponse,
  type GuardOptions,
} from './net/guarded-fetch.ts'
export { createGate, explain, readActauth } from './permissions/index.ts'
export { type LiveRegistry, openLiveRegistry, type Reload } from './registry/live-registry.ts'
export { openRegistry, type Registry } from './registry/open-registry.ts'
export { guardedFetch } from './registry/project-fetch.ts'
export { callTool } from './runtime/call-tool.ts'
export type { ConversationOptions } from './runtime/conversation.ts'
export { converse, resume } from './runtime/converse.ts'
export { SessionStore } from './sessions/session-store.ts'
export { type AgentAsToolOptions, agentAsTool } from './tools/agent-as-tool.ts'
export { defineTool, type InputOf } from './tools/define-tool.ts'
export { type FilledRequest, httpRequest, type RequestTemplate } from './tools/http-tool/http-request.ts'
export { type HttpAnswer, httpResult } from './tools/http-tool/http-result.ts'
export { loadTools } from './tools/load-tools.ts'
export type { MergedTools, ToolSource } from './tools/merge-tools.ts'
