import type { Agent } from '../../core/agent.ts'
import type { Model } from '../../core/model.ts'
import type { Scope } from '../../core/rule.ts'
import type { User } from '../../core/tool.ts'
import { inStep } from '../../loop/in-step.ts'
import { agentInCharge } from '../../runtime/agent-in-charge.ts'
import { checkSessionAgent } from '../../sessions/session-agent.ts'
import { newSessionId } from '../../sessions/session-id.ts'
import type { SessionLog } from '../../sessions/session-log.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { ChatConsole } from '../editor/chat-console.ts'
import type { ChatAgent } from '../live-agent.ts'

/** An agent that was opened for a chat, with the model that is chosen for it. */
export interface OpenedAgent {
  name: string
  agent: ChatAgent
  model: Model
  /** The model of an agent that this one runs. */
  modelFor?(agent: Agent): Promise<Model>
}

/** A chat as it stands: commands change who is talked to, on which model, in which session. */
export interface Chat extends OpenedAgent {
  /** The project, absolute. */
  readonly root: string
  readonly terminal: ChatConsole
  readonly store: SessionStore
  readonly scope: Scope
  readonly user: User | undefined
  session: SessionLog
  /** Whether the session was named on the command line. */
  named: boolean
  /** Set with the next message, once. */
  variables: Record<string, unknown> | undefined
  /** Opens the model of `/model`. */
  openModel(choice: string): Promise<Model>
  openAgent(name: string): Promise<OpenedAgent>
  /** The agents of the project, as their files lie there. */
  agentNames(): Promise<string[]>
}

/**
 * The session of this id, else a new one, for writing.
 * @throws LoopengineError `locked` (75), `session_of_another_agent` (2), and what opening a log says.
 */
export async function openSession(store: SessionStore, agent: string, id = newSessionId()): Promise<SessionLog> {
  const session = await store.open(id)
  try {
    checkSessionAgent(session, agent)
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

/** Goes on in another session, and with another agent where one is given. The old one is closed when the new one is open. */
export async function moveTo(chat: Chat, { agent = chat, id }: { agent?: OpenedAgent; id?: string }): Promise<void> {
  const { name, model, modelFor } = agent
  const session = await openSession(chat.store, name, id)
  const old = chat.session
  Object.assign(chat, { name, agent: agent.agent, model, modelFor, session, named: false })
  await old.close()
}

/** Who answers now: the agent of the chat, or the one that took the conversation over, in the step that holds. */
export async function answering({
  agent,
  session,
}: Pick<Chat, 'agent' | 'session'>): Promise<{ agent: Agent; tools: Agent['tools'] }> {
  const inCharge = await agentInCharge({ agent: await agent.current(), session, findAgent: agent.find })
  return { agent: inCharge, tools: inStep(inCharge, session.state.step).tools }
}

export function say(chat: Pick<Chat, 'terminal'>, text: string): void {
  chat.terminal.out.write(`${text}\n`)
}
