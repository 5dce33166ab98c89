import { toErrorRecord } from '../core/error-record.ts'
import { LoopengineError } from '../core/errors.ts'
import type { ConversationOptions } from '../runtime/conversation.ts'
import { converse, resume } from '../runtime/converse.ts'
import { pendingOf } from '../sessions/pending.ts'
import { newSessionId } from '../sessions/session-id.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { chatCommand } from './chat-commands.ts'
import type { ConversationSetup } from './conversation-setup.ts'
import { eventPrinter } from './event-printer.ts'
import { LineReader } from './line-reader.ts'
import { styled } from './style.ts'
import { terminalApprover } from './terminal-approver.ts'

export interface ChatOptions extends Omit<ConversationSetup, 'approver' | 'emit'> {
  store: SessionStore
  /** Goes on with this session; absent: a new one, begun with the first message. */
  sessionId?: string | undefined
}

/**
 * The chat at a terminal, in lines: read, answer, until the person leaves. Ctrl-C stops the turn; at the prompt, twice
 * leaves. Returns the process's exit code.
 */
export async function chat(options: ChatOptions): Promise<number> {
  const { agent, model, store } = options
  const out = process.stdout
  const sessionId = options.sessionId ?? newSessionId()
  const session = await store.open(sessionId)
  try {
    out.write(
      `${styled('bold', agent.name, out)} ${styled('gray', `· ${model.id} · session ${sessionId} · /help`, out)}\n`,
    )
    await takeUp(options, session)
    return await converseUntilLeft(options, session)
  } finally {
    const empty = session.state.lines === 0
    await session.close()
    if (empty) await store.delete(sessionId)
    else out.write(styled('gray', `Go on with: loopengine chat ${agent.name} --session ${sessionId}\n`, out))
  }
}

/** What an earlier process left waiting comes first. */
async function takeUp(options: ChatOptions, session: SessionLog): Promise<void> {
  const { state } = session
  if (session.repaired) process.stdout.write('! The last line of the session was cut off and is left out.\n')
  const messages = state.messages.filter(({ role }) => role === 'user').length
  if (messages > 0) process.stdout.write(`Session taken up after ${messages} message${messages === 1 ? '' : 's'}.\n`)
  if (pendingOf(state).length > 0) await oneTurn(options, session, resume)
}

async function converseUntilLeft(options: ChatOptions, session: SessionLog): Promise<number> {
  const reader = new LineReader()
  const prompt = styled('cyan', '› ', process.stdout)
  let interrupts = 0
  for (;;) {
    const read = await reader.read(prompt)
    if (read.kind === 'end') return leave()
    if (read.kind === 'interrupt') {
      interrupts = read.hadText ? 0 : interrupts + 1
      if (interrupts >= 2) return 130
      if (!read.hadText) process.stdout.write(styled('gray', 'Ctrl-C again, or /quit, leaves.\n', process.stdout))
      continue
    }
    interrupts = 0
    const text = read.text.trim()
    if (text === '') continue
    if (text.startsWith('/')) {
      if (chatCommand(text, options, session) === 'quit') return 0
      continue
    }
    await oneTurn(options, session, turn => converse({ ...turn, text }))
  }
}

function leave(): number {
  process.stdout.write('\n')
  return 0
}

/** One turn, stopped by Ctrl-C. Errors are said; the chat goes on. */
async function oneTurn(
  options: ChatOptions,
  session: SessionLog,
  start: (options: ConversationOptions) => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.on('SIGINT', stop)
  const print = eventPrinter({ log: process.stdout, text: process.stdout })
  try {
    await start({
      agent: options.agent,
      model: options.model,
      session,
      scope: options.scope,
      approver: terminalApprover(stop),
      signal: controller.signal,
      emit: event => {
        print(event)
        if (event.type === 'error') sayError(event.error)
        if (event.type === 'turn_end') sayEnd(event.stopReason)
      },
      user: options.user,
      variables: options.variables,
    })
  } catch (error) {
    if (error instanceof LoopengineError && error.code === 'locked') throw error
    sayError(toErrorRecord(error))
  } finally {
    process.off('SIGINT', stop)
  }
}

function sayError({ message, hint }: { message: string; hint?: string }): void {
  process.stdout.write(`${styled('red', 'Error:', process.stdout)} ${message}${hint ? `\n  ${hint}` : ''}\n`)
}

function sayEnd(stopReason: string): void {
  const words: Record<string, string> = {
    aborted: 'Stopped.',
    denied: 'Stopped: you refused the call.',
    max_turns: 'Stopped: the agent used all of its model calls for one turn (`maxTurns`). Say “go on” to continue.',
    pending: 'The turn waits for an answer.',
  }
  const said = words[stopReason]
  if (said) process.stdout.write(`${styled('yellow', said, process.stdout)}\n`)
}
