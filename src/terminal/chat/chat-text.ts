import { textOf } from '../../core/message.ts'
import type { SessionState } from '../../sessions/state.ts'
import { styled } from '../style.ts'
import { oneLine, widthOf, wrapped } from '../text-width.ts'
import { withoutFiles } from './attach-files.ts'
import type { Chat } from './chat-state.ts'

/** With whom, on which model, where, and in which session. */
export function banner({ name, model, scope, session, named, terminal: { out } }: Chat): string {
  const isNew = named && session.state.lines === 0 ? ' (new)' : ''
  const facts = `${model.id} · ${scope.environment} · session ${session.id}${isNew} · /help`
  const [first = '', ...rest] = wrapped(`${name} · ${facts}`, widthOf(out))
  const title = styled('bold', name, out) + styled('gray', first.slice(name.length), out)
  return [title, ...rest.map(line => styled('gray', line, out))].join('\n')
}

/** What was said last, for a session that is taken up. */
export function whereItStands(state: SessionState, out: NodeJS.WriteStream): string {
  const said = saidBefore(state)
  const count = said.length
  const answer = state.messages.map(message => (message.role === 'assistant' ? textOf(message) : '')).findLast(Boolean)
  const lines = [
    `Taken up after ${count} message${count === 1 ? '' : 's'}. The last:`,
    `  › ${said.at(-1) ?? ''}`,
    `  ${answer ?? ''}`,
  ]
  return lines
    .filter(line => line.trim() !== '')
    .map(line => styled('gray', oneLine(line, widthOf(out)), out))
    .join('\n')
}

/** What the person typed, the newest last. */
export function saidBefore({ messages }: SessionState): string[] {
  return messages.flatMap(message => (message.role === 'user' ? [withoutFiles(message.text)] : []))
}
