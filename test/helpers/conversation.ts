import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '../../src/core/agent.ts'
import type { Approver, Pending } from '../../src/core/approval.ts'
import type { LoopEvent } from '../../src/core/event.ts'
import type { Model } from '../../src/core/model.ts'
import type { TurnResult } from '../../src/loop/turn.ts'
import { type ScriptedModel, type ScriptedStep, scriptedModel } from '../../src/models/scripted.ts'
import { answerPending, type PendingAnswer } from '../../src/runtime/answer-pending.ts'
import { converse, resume } from '../../src/runtime/converse.ts'
import { pendingOf } from '../../src/sessions/pending.ts'
import { SessionStore } from '../../src/sessions/session-store.ts'
import type { SessionState } from '../../src/sessions/state.ts'
import { answers } from '../../src/testing/answers.ts'
import { type AgentParts, buildAgent } from './agent-builder.ts'

export interface TurnParts {
  steps: readonly ScriptedStep[]
  approver?: Approver
  variables?: Record<string, unknown>
  user?: { id: string }
  signal?: AbortSignal
  findAgent?(name: string): Promise<Agent | undefined>
  modelFor?(agent: Agent): Promise<Model>
}

export interface Turn {
  result: TurnResult
  events: LoopEvent[]
  model: ScriptedModel
  /** What the session says afterwards, read from disk. */
  state: SessionState
}

/** A session that every step opens, uses and closes, as processes one after another do. */
export interface Conversation {
  store: SessionStore
  say(text: string, parts: TurnParts): Promise<Turn>
  resume(parts: TurnParts): Promise<Turn>
  answer(id: string, answer: PendingAnswer): Promise<void>
  pending(): Promise<Pending[]>
  state(): Promise<SessionState>
  /** Takes the lock of a killed process away, as the time until it counts as dead would. */
  breakLock(): void
}

export function conversationIn(root: string, agentParts: AgentParts, id = 's'): Conversation {
  const store = new SessionStore(root, {})
  const built = buildAgent(agentParts)
  const agent: Agent = { ...built, config: { ...built.config, steps: agentParts.steps } }

  async function run(parts: TurnParts, text?: string): Promise<Turn> {
    const session = await store.open(id)
    const model = scriptedModel(parts.steps)
    const events: LoopEvent[] = []
    const options = {
      agent,
      model,
      session,
      scope: { tenant: 'default', environment: 'test' },
      approver: parts.approver ?? answers(),
      signal: parts.signal ?? new AbortController().signal,
      variables: parts.variables,
      user: parts.user,
      findAgent: parts.findAgent,
      modelFor: parts.modelFor,
      emit: (event: LoopEvent) => void events.push(event),
    }
    try {
      const result = text === undefined ? await resume(options) : await converse({ ...options, text })
      return { result, events, model, state: (await store.read(id)).state }
    } finally {
      await session.close()
    }
  }

  const state = async (): Promise<SessionState> => (await store.read(id)).state
  return {
    store,
    say: (text, parts) => run(parts, text),
    resume: parts => run(parts),
    answer: async (request, given) => {
      const session = await store.open(id)
      await answerPending(session, request, given).finally(() => session.close())
    },
    pending: async () => pendingOf(await state()),
    state,
    breakLock: () => rmSync(join(root, `.loopengine/sessions/${id}.jsonl.lock`), { recursive: true, force: true }),
  }
}
