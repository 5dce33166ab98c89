import type { Command } from '@oclif/core'

/** What stands after a flag or as an argument, as far as a shell can list it without starting the program. */
export type Completes = 'agent' | 'session' | 'file' | 'folder' | 'nothing'

export interface CompletedFlag {
  /** With its dashes. */
  names: string[]
  summary: string
  /** Absent for a flag without a value. */
  value?: { words: string[]; completes: Completes }
}

/** A command as a completion script needs it. */
export interface CompletedCommand {
  /** `['permissions', 'explain']` */
  words: string[]
  summary: string
  flags: CompletedFlag[]
  /** In order. */
  args: { words: string[]; completes: Completes }[]
}

/** The manifest's commands, by name. */
export function completedCommands(commands: Record<string, Command.Cached>): CompletedCommand[] {
  return Object.values(commands)
    .filter(({ hidden }) => !hidden)
    .map(command => ({
      words: command.id.split(':'),
      summary: firstLine(command.summary ?? command.description ?? ''),
      flags: [...Object.values(command.flags), HELP].map(completedFlag),
      args: Object.values(command.args).map(({ name, options }) => ({
        words: [...(options ?? [])],
        completes: completesOf(name),
      })),
    }))
    .toSorted((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1))
}

type Flag = Command.Flag.Cached

const HELP = { name: 'help', type: 'boolean', description: 'Show help.' } as Flag

function completedFlag(flag: Flag): CompletedFlag {
  const names = [`--${flag.name}`, ...(flag.char ? [`-${flag.char}`] : [])]
  if (flag.type === 'boolean' && flag.allowNo) names.push(`--no-${flag.name}`)
  const summary = firstLine(flag.summary ?? flag.description ?? '')
  if (flag.type === 'boolean') return { names, summary }
  return { names, summary, value: { words: [...(flag.options ?? [])], completes: completesOf(flag.name) } }
}

const KINDS: Record<string, Completes> = {
  agent: 'agent',
  parent: 'agent',
  session: 'session',
  cwd: 'folder',
  dir: 'folder',
  directory: 'folder',
  record: 'file',
  replay: 'file',
  file: 'file',
  path: 'file',
  bundle: 'file',
  'from-openapi': 'file',
  spec: 'folder',
}

function completesOf(name: string): Completes {
  return KINDS[name.toLowerCase()] ?? 'nothing'
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

/** Everything that may follow the given words: the next word of each command that begins with them. */
export function nextWords(commands: readonly CompletedCommand[], given: readonly string[]): Map<string, string> {
  const next = new Map<string, string>()
  for (const { words, summary } of commands) {
    const word = words[given.length]
    if (word === undefined || !given.every((one, index) => words[index] === one)) continue
    if (!next.has(word)) next.set(word, words.length === given.length + 1 ? summary : `${word} …`)
  }
  return next
}
