import type { Completes } from './completed-command.ts'

/** POSIX shell commands that print what can stand there, one a line; they read folders and start nothing. */
export const LISTS: Record<Exclude<Completes, 'file' | 'folder' | 'nothing'>, string> = {
  agent: String.raw`ls -1 agents 2>/dev/null | sed 's/\.[cm]\{0,1\}[jt]s$//'`,
  session: String.raw`ls -1 .loopengine/sessions 2>/dev/null | sed -n 's/\.jsonl$//p'`,
}

/** A text in single quotes, for any of the shells. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
