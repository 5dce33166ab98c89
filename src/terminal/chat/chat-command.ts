import type { Chat } from './chat-state.ts'

/** What a command of a chat did: told something, moved to another session or agent, or ended the chat. */
export type CommandEnd = { kind: 'told'; text: string } | { kind: 'moved'; text?: string } | { kind: 'quit' }

/** A line that begins with `/`. Contract: what it throws is told, and the chat goes on. */
export interface ChatCommand {
  help: string
  /** How `/help` names what may stand behind it. */
  takes?: string
  run(chat: Chat, argument: string): Promise<CommandEnd> | CommandEnd
  /** What may stand behind it, for Tab. */
  words?(chat: Chat): Promise<readonly string[]> | readonly string[]
}

export function told(text: string): CommandEnd {
  return { kind: 'told', text }
}
