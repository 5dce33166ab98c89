import { pendingOf } from '../sessions/pending.ts'
import type { StoredSession } from '../sessions/session-store.ts'
import { styled } from './style.ts'
import { oneLine, widthOf } from './text-width.ts'

/** A session as `sessions list` shows it. */
export interface SessionRow {
  id: string
  agent: string
  /** ISO 8601, UTC. */
  startedAt: string
  changedAt: string
  /** Messages of the person. */
  messages: number
  /** Approvals and questions that wait. */
  pending: number
  /** What the person said first. */
  title: string
}

export function sessionRow({ id, state }: StoredSession): SessionRow {
  const { agent, startedAt, changedAt, messages } = state
  const said = messages.flatMap(message => (message.role === 'user' ? [message.text] : []))
  const pending = pendingOf(state).length
  return { id, agent, startedAt, changedAt, messages: said.length, pending, title: said[0] ?? '' }
}

/** Columns that a title needs to say anything. */
const TITLE = 16

/** The sessions as aligned text, times in the clock of this machine; two lines each where one has no room for them. */
export function sessionTable(rows: SessionRow[], stream: NodeJS.WriteStream): string {
  const width = (field: (row: SessionRow) => string): number => Math.max(0, ...rows.map(row => field(row).length))
  const [ids, agents, counts] = [width(({ id }) => id), width(({ agent }) => agent), width(countOf)]
  if (ids + agents + counts + TITLE + 24 > widthOf(stream)) return rows.map(row => stacked(row, stream)).join('\n')
  return rows
    .map(row => {
      const facts = `${row.id.padEnd(ids)}  ${row.agent.padEnd(agents)}  ${localTime(row.changedAt)}  `
      const waits = row.pending > 0 ? `${styled('yellow', `waits for ${row.pending}`, stream)}  ` : ''
      const title = oneLine(row.title, Math.max(TITLE, widthOf(stream) - facts.length - counts - 2))
      return `${facts}${countOf(row).padStart(counts)}  ${waits}${styled('gray', title, stream)}`.trimEnd()
    })
    .join('\n')
}

function stacked(row: SessionRow, stream: NodeJS.WriteStream): string {
  const width = widthOf(stream)
  const waits = row.pending > 0 ? `, waits for ${row.pending}` : ''
  const title = row.title === '' ? '' : `: ${row.title}`
  const facts = `${row.agent}, ${localTime(row.changedAt)}, ${countOf(row).trim()}${waits}${title}`
  return `${row.id}\n  ${styled('gray', oneLine(facts, Math.max(1, width - 2)), stream)}`
}

function countOf({ messages }: SessionRow): string {
  return `${messages} message${messages === 1 ? ' ' : 's'}`
}

/** In the clock of this machine, to the minute. */
export function localTime(iso: string): string {
  const time = new Date(iso)
  const two = (part: number): string => String(part).padStart(2, '0')
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}`
}
