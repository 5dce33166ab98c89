// Main path of `loopengine chat`: read, answer, until the person leaves.

import { converse, resume } from '../runtime/converse.ts'
import { pendingOf } from '../sessions/pending.ts'
import { attachFiles, sizeText } from './chat/attach-files.ts'
import { type Chat, type OpenedAgent, openSession, say } from './chat/chat-state.ts'
import { banner, saidBefore, whereItStands } from './chat/chat-text.ts'
import { completeChat } from './chat/complete-chat.ts'
import { chatCommand, commandNames, commandWords, sayEnd } from './chat-commands.ts'
import { chatTurn, type TurnSetup } from './chat-turn.ts'
import { describeDiagnostic } from './describe-diagnostics.ts'
import { openHistory } from './editor/history.ts'
import { openConsole } from './editor/open-console.ts'
import { styled } from './style.ts'
import { redirectConsole } from './user-console.ts'
import { watchUserCode } from './watch-user-code.ts'

export interface ChatOptions
  extends Pick<Chat, 'root' | 'store' | 'scope' | 'user' | 'variables' | 'openModel' | 'openAgent' | 'agentNames'> {
  opened: OpenedAgent
  /** Goes on with this session; absent: a new one, begun with the first message. */
  sessionId?: string | undefined
  /** Where the project's state lies is in it. */
  env: NodeJS.ProcessEnv
  /** Lines only: nothing moves on the screen. */
  plain: boolean
}

/**
 * The chat at a terminal. Ctrl-C stops the turn; at the prompt, twice leaves. Returns the process's exit code.
 */
export async function chat({ opened, sessionId, env, plain, ...options }: ChatOptions): Promise<number> {
  const session = await openSession(options.store, opened.name, sessionId)
  const history = await openHistory(options.root, { env, before: saidBefore(session.state) })
  const complete = completeChat({
    root: options.root,
    commands: commandNames,
    argumentsOf: name => commandWords(name, state),
  })
  const terminal = await openConsole({ plain, history, complete })
  const state: Chat = { ...options, ...opened, terminal, session, named: sessionId !== undefined }
  const unwatch = await watch(state)
  try {
    return await talk(state)
  } finally {
    unwatch()
    await terminal.close()
    await leave(state.session, state.name)
  }
}

/** What happens beside the conversation is told above the line: reloads, and errors that the user's code left behind. */
async function watch({ root, agent, terminal }: Chat): Promise<() => void> {
  redirectConsole(process.stderr.isTTY ? terminal.out : process.stderr)
  agent.onChange(text => terminal.interject(text))
  const unwatch = watchUserCode(root, await agent.current(), diagnostic => {
    terminal.interject(describeDiagnostic(diagnostic, '', terminal.out))
  })
  return () => {
    unwatch()
    redirectConsole()
  }
}

async function leave(session: Chat['session'], name: string): Promise<void> {
  const empty = session.state.lines === 0
  await session.close()
  if (empty) return
  const text = styled('gray', `Go on with: loopengine chat ${name} --session ${session.id}`, process.stdout)
  process.stdout.write(`${text}\n`)
}

async function talk(state: Chat): Promise<number> {
  const { terminal } = state
  await begin(state)
  let interrupts = 0
  let gap = true
  for (;;) {
    if (gap) say(state, '')
    gap = true
    const read = await terminal.read(state.model.id === 'offline' ? 'offline › ' : '› ')
    if (read.kind === 'end') return 0
    if (read.kind === 'interrupt') {
      interrupts = read.hadText ? 0 : interrupts + 1
      if (interrupts >= 2 || read.leaves) return 130
      gap = false
      if (!read.hadText) say(state, styled('gray', 'Ctrl-C again, or /quit, leaves.', terminal.out))
      continue
    }
    interrupts = 0
    const text = read.text.trim()
    if (text.startsWith('/')) {
      const end = await chatCommand(text, state)
      if (end.kind === 'quit') return 0
      sayEnd(state, end)
      if (end.kind === 'moved') await begin(state)
    } else if (text !== '') await answer(state, text)
  }
}

/** The banner of a session, where its conversation stands, and first what still waits for an answer. */
async function begin(state: Chat): Promise<void> {
  const { session, terminal } = state
  say(state, banner(state))
  if (session.repaired) say(state, '! The last line of the session was cut off and is left out.')
  if (session.state.messages.length > 0) say(state, whereItStands(session.state, terminal.out))
  if (pendingOf(session.state).length === 0) return
  // The turn goes on for whom and where it began, whatever this chat was started with.
  const { scope, user } = session.state.facts ?? state
  await chatTurn({ ...state, setup: { ...(await setupOf(state)), scope, user } }, resume)
}

/** A message that names files is sent with their texts, or comes back into the line. */
async function answer(state: Chat, typed: string): Promise<void> {
  const { terminal, root, variables } = state
  const attached = await attachFiles(root, typed)
  if (attached.kind === 'refused') {
    for (const problem of attached.problems) say(state, styled('red', problem, terminal.out))
    say(state, styled('gray', 'Nothing was sent.', terminal.out))
    return terminal.prefill(typed)
  }
  for (const { path, lines, bytes } of attached.files)
    say(state, styled('gray', `  + ${path} (${lines} line${lines === 1 ? '' : 's'}, ${sizeText(bytes)})`, terminal.out))
  const setup = { ...(await setupOf(state)), variables }
  await chatTurn({ ...state, setup }, turn => converse({ ...turn, text: attached.text }))
  state.variables = undefined
}

async function setupOf({ agent, model, modelFor, scope, user, session }: Chat): Promise<TurnSetup> {
  return { agent: await agent.current(), findAgent: agent.find, model, modelFor, session, scope, user }
}
