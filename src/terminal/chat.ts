import type { Agent } from '../core/agent.ts'
import { textOf } from '../core/message.ts'
import type { Model } from '../core/model.ts'
import type { Scope } from '../core/rule.ts'
import type { User } from '../core/tool.ts'
import { converse, resume } from '../runtime/converse.ts'
import { pendingOf } from '../sessions/pending.ts'
import { checkSessionAgent } from '../sessions/session-agent.ts'
import { newSessionId } from '../sessions/session-id.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { SessionState } from '../sessions/state.ts'
import { chatCommand } from './chat-commands.ts'
import { chatTurn, type TurnSetup } from './chat-turn.ts'
import { describeDiagnostic } from './describe-diagnostics.ts'
import { LineReader } from './line-reader.ts'
import type { ChatAgent } from './live-agent.ts'
import { styled } from './style.ts'
import { oneLine, widthOf, wrapped } from './text-width.ts'
import { watchUserCode } from './watch-user-code.ts'

export interface ChatOptions {
  /** The project, absolute. */
  root: string
  agent: ChatAgent
  model: Model
  /** Opens the model of `/model`. */
  openModel(choice: string): Promise<Model>
  /** The model of an agent that this one runs. */
  modelFor?(agent: Agent): Promise<Model>
  scope: Scope
  user?: User | undefined
  /** Set with the first message. */
  variables?: Record<string, unknown> | undefined
  store: SessionStore
  /** Goes on with this session; absent: a new one, begun with the first message. */
  sessionId?: string | undefined
}

/**
 * The chat at a terminal, in lines: read, answer, until the person leaves. Ctrl-C stops the turn; at the prompt, twice
 * leaves. Returns the process's exit code.
 */
export async function chat(given: ChatOptions): Promise<number> {
  // `/model` changes it.
  const options = { ...given }
  const { root } = options
  const agent = await options.agent.current()
  const session = await openSession(options, agent.name)
  const reader = new LineReader(saidBefore(session.state))
  options.agent.onChange(text => reader.interject(text))
  const unwatch = watchUserCode(root, agent, diagnostic => {
    reader.interject(describeDiagnostic(diagnostic, '', process.stdout))
  })
  try {
    say(banner(options, agent.name, session))
    await takeUp(options, session)
    return await converseUntilLeft(options, session, reader)
  } finally {
    unwatch()
    const empty = session.state.lines === 0
    await session.close()
    if (!empty) say(styled('gray', `Go on with: loopengine chat ${agent.name} --session ${session.id}`, process.stdout))
  }
}

async function openSession({ store, sessionId }: ChatOptions, agent: string): Promise<SessionLog> {
  const session = await store.open(sessionId ?? newSessionId())
  try {
    checkSessionAgent(session, agent)
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

function banner({ model, scope, sessionId }: ChatOptions, agent: string, session: SessionLog): string {
  const out = process.stdout
  const isNew = sessionId !== undefined && session.state.lines === 0 ? ' (new)' : ''
  const facts = `${model.id} · ${scope.environment} · session ${session.id}${isNew} · /help`
  const [first = '', ...rest] = wrapped(`${agent} · ${facts}`, widthOf(out))
  const title = styled('bold', agent, out) + styled('gray', first.slice(agent.length), out)
  return [title, ...rest.map(line => styled('gray', line, out))].join('\n')
}

/** What an earlier process left: where the conversation stands, and first what still waits for an answer. */
async function takeUp(options: ChatOptions, session: SessionLog): Promise<void> {
  const { state } = session
  if (session.repaired) say('! The last line of the session was cut off and is left out.')
  if (state.messages.length > 0) say(whereItStands(state))
  if (pendingOf(state).length === 0) return
  // The turn goes on for whom and where it began, whatever this chat was started with.
  const { scope, user } = state.facts ?? options
  await chatTurn({ ...(await setup(options, session)), scope, user }, resume)
}

function whereItStands(state: SessionState): string {
  const out = process.stdout
  const [last = ''] = saidBefore(state)
  const count = saidBefore(state).length
  const answer = state.messages.map(message => (message.role === 'assistant' ? textOf(message) : '')).findLast(Boolean)
  const lines = [
    `Taken up after ${count} message${count === 1 ? '' : 's'}. The last:`,
    `  › ${last}`,
    `  ${answer ?? ''}`,
  ]
  return lines
    .filter(line => line.trim() !== '')
    .map(line => styled('gray', oneLine(line, widthOf(out)), out))
    .join('\n')
}

/** What the person said, the newest first. */
function saidBefore({ messages }: SessionState): string[] {
  return messages.flatMap(message => (message.role === 'user' ? [message.text] : [])).reverse()
}

async function converseUntilLeft(options: ChatOptions, session: SessionLog, reader: LineReader): Promise<number> {
  let { variables } = options
  let interrupts = 0
  for (;;) {
    const prompt = styled('cyan', options.model.id === 'offline' ? 'offline › ' : '› ', process.stdout)
    reader.sayHeld()
    if (interrupts === 0) say('')
    const read = await reader.read(prompt)
    if (read.kind === 'end') return leave()
    if (read.kind === 'interrupt') {
      interrupts = read.hadText ? 0 : interrupts + 1
      if (interrupts >= 2) return 130
      if (!read.hadText) say(styled('gray', 'Ctrl-C again, or /quit, leaves.', process.stdout))
      continue
    }
    interrupts = 0
    const text = read.text.trim()
    if (text === '') continue
    if (text.startsWith('/')) {
      if ((await chatCommand(text, options, session)) === 'quit') return 0
      continue
    }
    await chatTurn({ ...(await setup(options, session)), variables }, turn => converse({ ...turn, text }))
    variables = undefined
  }
}

async function setup({ agent, model, modelFor, scope, user }: ChatOptions, session: SessionLog): Promise<TurnSetup> {
  return { agent: await agent.current(), findAgent: agent.find, model, modelFor, session, scope, user }
}

function leave(): number {
  say('')
  return 0
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
