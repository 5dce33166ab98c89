import { toErrorRecord } from '../core/error-record.ts'
import { didYouMean } from '../core/nearest.ts'
import { agents, model, reload, tools } from './chat/agent-commands.ts'
import { type ChatCommand, type CommandEnd, told } from './chat/chat-command.ts'
import { type Chat, say } from './chat/chat-state.ts'
import { results } from './chat/result-commands.ts'
import { permissions, undo } from './chat/rule-commands.ts'
import { clear, exporting, session, sessions, usage } from './chat/session-commands.ts'
import { errorText } from './error-text.ts'
import { styled } from './style.ts'
import { displayWidth, wrapped } from './text-width.ts'

const COMMANDS: Readonly<Record<string, ChatCommand>> = {
  help: { help: 'this list', run: chat => told(helpText(chat)) },
  tools,
  agents,
  model,
  session,
  sessions,
  clear,
  results,
  permissions,
  reload,
  undo,
  usage,
  export: exporting,
  quit: { help: 'leave (also Ctrl-D, or Ctrl-C twice)', run: () => ({ kind: 'quit' }) },
}

/** Other words for the same. */
const ALIASES: Readonly<Record<string, string>> = {
  agent: 'agents',
  last: 'results',
  exit: 'quit',
  resume: 'sessions',
  new: 'clear',
}

/** For Tab: the names of the commands, and what may stand behind each. */
export const commandNames = Object.keys(COMMANDS)

export async function commandWords(name: string, chat: Chat): Promise<readonly string[]> {
  return (await find(name)?.words?.(chat)) ?? []
}

/** Runs a line that begins with `/`. What goes wrong is told. */
export async function chatCommand(line: string, chat: Chat): Promise<CommandEnd> {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? []
  const command = find(name)
  if (!command) {
    const names = [...commandNames, ...Object.keys(ALIASES)].map(one => `/${one}`)
    const hint = didYouMean(`/${name}`, names) || commandNames.map(one => `/${one}`).join(' ')
    return told(wrapped(`There is no /${name}. ${hint}`, widthOf(chat)).join('\n'))
  }
  try {
    return await command.run(chat, argument.trim())
  } catch (error) {
    return told(errorText(toErrorRecord(error), chat.terminal.out))
  }
}

function find(name: string): ChatCommand | undefined {
  const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name
  return Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined
}

function helpText(chat: Chat): string {
  const commands = Object.entries(COMMANDS).map(([name, { help, takes }]): [string, string] => {
    return [`/${name}${takes ? ` ${takes}` : ''}`, help]
  })
  return [...helpRows(commands, chat), '', ...helpRows(chat.terminal.keys, chat)].join('\n')
}

/** In two columns; in a narrow terminal the second stands below the first. */
function helpRows(entries: readonly (readonly [string, string])[], chat: Chat): string[] {
  const { out } = chat.terminal
  const columns = widthOf(chat)
  const width = Math.max(...entries.map(([label]) => displayWidth(label))) + 2
  const beside = columns - width >= 30
  return entries.flatMap(([label, help]) => {
    const lines = wrapped(help, beside ? columns - width : columns - 4)
    const painted = styled('cyan', label, out)
    if (!beside) return [painted, ...lines.map(line => `    ${line}`)]
    const [first = '', ...rest] = lines
    return [painted + ' '.repeat(width - displayWidth(label)) + first, ...rest.map(line => ' '.repeat(width) + line)]
  })
}

function widthOf({ terminal: { out } }: Chat): number {
  return Math.min(out.columns || 100, 100) - 1
}

/** What a command told, where it told something. */
export function sayEnd(chat: Chat, end: CommandEnd): void {
  if (end.kind === 'told') say(chat, end.text)
  else if (end.kind === 'moved' && end.text) say(chat, wrapped(end.text, widthOf(chat)).join('\n'))
}
