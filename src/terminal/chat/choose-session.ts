import { LoopengineError } from '../../core/errors.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import type { ChatConsole } from '../editor/chat-console.ts'
import { shortHistory } from '../editor/history.ts'
import { openConsole } from '../editor/open-console.ts'
import { localTime, type SessionRow, sessionRow } from '../session-row.ts'
import { oneLine } from '../text-width.ts'
import { withoutFiles } from './attach-files.ts'

const LONGEST_TITLE = 32

/** The sessions that a person can go on with, the last changed first: begun, and no work of one agent for another. */
export async function resumableSessions(store: SessionStore): Promise<SessionRow[]> {
  const { sessions } = await store.list()
  return sessions.filter(({ state }) => state.lines > 0 && !state.parent).map(sessionRow)
}

/** Lets the person choose; undefined when they go back. */
export async function chooseSession(
  terminal: ChatConsole,
  rows: readonly SessionRow[],
  current?: string,
): Promise<string | undefined> {
  const choices = rows.map(({ id, agent, changedAt, messages, pending, title }) => {
    const waits = pending > 0 ? `waits for ${pending} · ` : ''
    const here = id === current ? 'you are here · ' : ''
    const note = `${waits}${here}${agent} · ${localTime(changedAt)} · ${messages} message${messages === 1 ? '' : 's'}`
    return { label: oneLine(withoutFiles(title), LONGEST_TITLE), note }
  })
  const ended = await terminal.choose({ message: 'Go on with which session?', choices, mayGoBack: true })
  return ended.kind === 'given' ? rows[ended.value]?.id : undefined
}

/**
 * The picker of `chat --resume`, before there is a chat; undefined when the person leaves. `agent`: only its sessions.
 * @throws LoopengineError `no_sessions` (2)
 */
export async function pickSession(
  store: SessionStore,
  { plain, agent }: { plain: boolean; agent: string | undefined },
): Promise<SessionRow | undefined> {
  const rows = (await resumableSessions(store)).filter(row => agent === undefined || row.agent === agent)
  if (rows.length === 0) throw noSessions(agent)
  const id = await beforeChat(plain, terminal => chooseSession(terminal, rows))
  return rows.find(row => row.id === id)
}

/** The agent to talk to, before there is a chat; undefined when the person leaves. */
export async function pickAgent(names: readonly string[], plain: boolean): Promise<string | undefined> {
  const choices = names.map(label => ({ label }))
  const ended = await beforeChat(plain, terminal => terminal.choose({ message: 'Talk to which agent?', choices }))
  return ended.kind === 'given' ? names[ended.value] : undefined
}

async function beforeChat<T>(plain: boolean, ask: (terminal: ChatConsole) => Promise<T>): Promise<T> {
  const terminal = await openConsole({ plain, history: shortHistory(), complete: () => undefined })
  try {
    return await ask(terminal)
  } finally {
    await terminal.close()
  }
}

function noSessions(agent: string | undefined): LoopengineError {
  const whose = agent === undefined ? '' : ` of agent \`${agent}\``
  return new LoopengineError('no_sessions', `There are no sessions${whose} yet.`, {
    exitCode: 2,
    hint: 'Without --resume a new one begins.',
  })
}
