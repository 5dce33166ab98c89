import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { LoopengineError, systemCode } from '../../core/errors.ts'
import { answeredCalls, callsOf, type Message, textOf } from '../../core/message.ts'
import { fileError } from '../../storage/file-error.ts'
import { makeFolder } from '../../storage/make-folder.ts'
import { writeNew } from '../../storage/write-atomic.ts'
import type { Chat } from './chat-state.ts'

/**
 * Writes the conversation into a new file of the project, for its owner alone; returns the path, relative to the project.
 * @throws LoopengineError `outside_project`, `file_exists` (2), `file_failed`.
 */
export async function exportConversation({ root, session, name, store }: Chat, file: string): Promise<string> {
  const path = resolve(root, file)
  const shown = relative(root, path)
  if (shown === '' || shown.startsWith(`..${sep}`) || shown === '..' || isAbsolute(shown)) {
    throw new LoopengineError('outside_project', `\`${file}\` is not a file inside the project.`, { exitCode: 2 })
  }
  const text = file.endsWith('.jsonl')
    ? await store.export(session.id)
    : conversationMarkdown(session.state.messages, `${name}, session ${session.id}`)
  try {
    await makeFolder(dirname(path))
    await writeNew(path, text, 0o600)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw fileError(error, 'write', shown)
    throw new LoopengineError('file_exists', `\`${shown}\` is there already.`, {
      hint: 'Name another file.',
      exitCode: 2,
    })
  }
  return shown.replaceAll('\\', '/')
}

/** A conversation as Markdown: what was said, and each call with what came of it. */
export function conversationMarkdown(messages: readonly Message[], title: string): string {
  const results = new Map(answeredCalls(messages).map(({ call, result }) => [call.id, result]))
  const parts = messages.flatMap((message): string[] => {
    if (message.role === 'user') return [`## You\n\n${message.text}`]
    if (message.role === 'tool') return []
    const calls = callsOf(message).map(call => {
      const result = results.get(call.id)
      const told = result ? `${result.kind}\n${result.text}` : 'no result'
      return `### Call: ${call.name}\n\n${fenced(JSON.stringify(call.input, null, 2))}\n\n${fenced(told)}`
    })
    const text = textOf(message).trim()
    return [...(text === '' ? [] : [`## Agent\n\n${text}`]), ...calls]
  })
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
