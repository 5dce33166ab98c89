import type { GivenAnswer, Pending } from '../core/approval.ts'
import type { StopReason } from '../core/event.ts'
import type { Json } from '../core/json.ts'
import { type AssistantMessage, callsOf, type Message, type ToolResult } from '../core/message.ts'
import { addUsage, NO_USAGE, type Usage } from '../core/model.ts'
import type { Decision } from '../core/rule.ts'
import type { Directive, Question, ToolCall } from '../core/tool.ts'
import type { Entry, Line, ParentCall, TurnFacts } from './entry.ts'

export interface LoggedApproval {
  id: string
  call: ToolCall
  decision: Decision
  fingerprint: string
  answer?: GivenAnswer
}

export interface LoggedQuestion {
  id: string
  question: Question
  answer?: string
}

/** A batch of calls without all of its outcomes: a turn was parked there, or its process died. */
export interface OpenCalls {
  message: AssistantMessage
  /** By call id, as all of these. */
  results: Map<string, ToolResult>
  approvals: Map<string, LoggedApproval>
  questions: Map<string, LoggedQuestion[]>
  /** Calls that were about to run: without a result, their outcome is unknown. */
  started: Set<string>
  /** What ended calls want done once all have. */
  directives: Map<string, Directive[]>
  /** What the agents behind calls wait for. */
  waiting: Map<string, Pending[]>
}

export interface SessionState {
  agent: string
  parent?: ParentCall
  /** The whole conversation; a batch that is still open has its assistant message here, but no results yet. */
  messages: Message[]
  variables: Record<string, Json>
  grants: Set<string>
  /** The highest number among the ids of approvals and questions. */
  requests: number
  turn: number
  lines: number
  startedAt: string
  changedAt: string
  lastStop?: StopReason
  usage: Usage
  facts?: TurnFacts
  /** The agents that took the conversation over, one after the other; the last is in charge. */
  handovers: string[]
  /** The step that holds. */
  step?: string
  /** By call id: results of earlier turns as they stand in the history. */
  compacted: Map<string, string>
  open?: OpenCalls
}

/** The state that a log's lines describe. Pure. */
export function foldLines(lines: Iterable<Line>): SessionState {
  const state: SessionState = {
    agent: '',
    messages: [],
    variables: {},
    grants: new Set(),
    requests: 0,
    turn: 0,
    lines: 0,
    startedAt: '',
    changedAt: '',
    usage: NO_USAGE,
    handovers: [],
    compacted: new Map(),
  }
  for (const line of lines) applyLine(state, line)
  return state
}

/** Adds one line to a state, in place. */
export function applyLine(state: SessionState, line: Line): void {
  state.lines = line.seq + 1
  state.turn = line.turn
  state.changedAt = line.at
  state.startedAt ||= line.at
  if (line.type !== 'unknown') applyEntry(state, line)
}

function applyEntry(state: SessionState, entry: Entry): void {
  switch (entry.type) {
    case 'session':
      state.agent = entry.agent
      state.parent = entry.parent
      return
    case 'message':
      applyMessage(state, entry.message)
      return
    case 'calls':
      for (const id of entry.callIds) state.open?.started.add(id)
      for (const id of entry.callIds) state.open?.waiting.delete(id)
      return
    case 'outcome':
      applyOutcome(state, entry)
      return
    case 'approval':
      applyApproval(state, entry)
      return
    case 'question':
      applyQuestion(state, entry)
      return
    case 'compaction':
      state.compacted.set(entry.callId, entry.text)
      return
    case 'variable':
      state.variables = entry.variables
      return
    case 'note':
      applyNote(state, entry)
  }
}

function applyNote(state: SessionState, entry: Extract<Entry, { type: 'note' }>): void {
  switch (entry.note) {
    case 'turn_start':
      state.facts = entry.facts
      return
    case 'waiting':
      if (entry.pending.length > 0) state.open?.waiting.set(entry.callId, entry.pending)
      else state.open?.waiting.delete(entry.callId)
      return
    case 'turn_end':
      state.lastStop = entry.stopReason
      state.usage = addUsage(state.usage, entry.usage)
  }
}

function applyMessage(state: SessionState, message: Message): void {
  state.messages.push(message)
  if (message.role === 'user') delete state.lastStop
  if (message.role !== 'assistant' || callsOf(message).length === 0) return
  state.open = {
    message,
    results: new Map(),
    approvals: new Map(),
    questions: new Map(),
    started: new Set(),
    directives: new Map(),
    waiting: new Map(),
  }
}

function applyOutcome(state: SessionState, { outcome, result }: Extract<Entry, { type: 'outcome' }>): void {
  const { open } = state
  if (!open) return
  open.results.set(result.callId, result)
  if (outcome.directives) open.directives.set(result.callId, outcome.directives)
  const results = callsOf(open.message).map(call => open.results.get(call.id))
  if (!results.every(one => one !== undefined)) return
  state.messages.push({ role: 'tool', results })
  for (const { id } of callsOf(open.message))
    for (const one of open.directives.get(id) ?? []) applyDirective(state, one)
  delete state.open
}

/** Only what outlasts the turn. */
function applyDirective(state: SessionState, directive: Directive): void {
  if (directive.do === 'step') state.step = directive.name
  if (directive.do !== 'handoff') return
  state.handovers.push(directive.agent)
  delete state.step
}

function applyApproval(state: SessionState, entry: Extract<Entry, { type: 'approval' }>): void {
  if (entry.step === 'asked') {
    const { id, call, decision, fingerprint } = entry
    state.requests = Math.max(state.requests, requestNumber(id))
    state.open?.approvals.set(call.id, { id, call, decision, fingerprint })
    return
  }
  for (const grant of entry.grants ?? []) state.grants.add(grant)
  for (const approval of state.open?.approvals.values() ?? [])
    if (approval.id === entry.id) approval.answer = entry.answer
}

function applyQuestion(state: SessionState, entry: Extract<Entry, { type: 'question' }>): void {
  if (entry.step === 'asked') {
    state.requests = Math.max(state.requests, requestNumber(entry.id))
    const asked = state.open?.questions.get(entry.callId) ?? []
    state.open?.questions.set(entry.callId, [...asked, { id: entry.id, question: entry.question }])
    return
  }
  for (const [callId, questions] of state.open?.questions ?? []) {
    const question = questions.find(one => one.id === entry.id)
    if (!question) continue
    question.answer = entry.text
    if (entry.later) state.open?.started.delete(callId)
  }
}

function requestNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf('.') + 1)) || 0
}
