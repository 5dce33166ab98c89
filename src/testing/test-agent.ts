import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoopEvent } from '../core/event.ts'
import type { Model } from '../core/model.ts'
import type { ToolCall, ToolOutcome, User } from '../core/tool.ts'
import type { TurnResult } from '../loop/turn.ts'
import { openModel } from '../models/open-model.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { projectRoot } from '../registry/project-root.ts'
import { converse } from '../runtime/converse.ts'
import { newSessionId } from '../sessions/session-id.ts'
import { SessionStore } from '../sessions/session-store.ts'
import { answers, type GivenAnswers } from './answers.ts'

export interface TestAgentOptions extends GivenAnswers {
  /** The project. @default the nearest folder with agents/, from the working directory upwards */
  root?: string
  /** `scriptedModel([...])`, `offline`, or `provider/model`. @default 'offline' */
  model?: Model | string
  /** @default 'default' */
  tenant?: string
  /** @default 'production' */
  environment?: string
  user?: User
  variables?: Record<string, unknown>
}

/** One message and what came of it. */
export interface TestTurn extends TurnResult {
  events: LoopEvent[]
  /** The calls that ended, in the order they did. */
  calls: (ToolCall & { outcome: ToolOutcome })[]
}

export interface TestAgent {
  /** Sends a message in this agent's one session. */
  send(text: string): Promise<TestTurn>
  /** Ends the session and removes what it left on disk. */
  close(): Promise<void>
}

/**
 * An agent of the project, loaded and assembled as the command line does it, in a session of its own outside the
 * project's state.
 */
export async function testAgent(name: string, options: TestAgentOptions = {}): Promise<TestAgent> {
  const root = options.root ?? projectRoot(process.cwd())
  const agent = (await openRegistry(root, { only: name })).get(name)
  const model =
    typeof options.model === 'object'
      ? options.model
      : await openModel(options.model ?? 'offline', { env: process.env })
  const state = await mkdtemp(join(tmpdir(), 'loopengine-session-'))
  const session = await new SessionStore(root, { LOOPENGINE_STATE_DIR: state }).open(newSessionId())
  const approver = answers(options)
  const scope = { tenant: options.tenant ?? 'default', environment: options.environment ?? 'production' }
  return {
    async send(text) {
      const events: LoopEvent[] = []
      const result = await converse({
        agent,
        model,
        session,
        text,
        scope,
        user: options.user,
        variables: options.variables,
        approver,
        signal: new AbortController().signal,
        emit: event => events.push(event),
      })
      return { ...result, events, calls: endedCalls(events) }
    },
    async close() {
      await session.close()
      await rm(state, { recursive: true, force: true })
    },
  }
}

function endedCalls(events: LoopEvent[]): TestTurn['calls'] {
  return events.flatMap(event => (event.type === 'call_end' ? [{ ...event.outcome.call, outcome: event.outcome }] : []))
}
