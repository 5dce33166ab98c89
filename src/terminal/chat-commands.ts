import { didYouMean } from '../core/nearest.ts'
import type { Scope } from '../core/rule.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import type { ChatAgent } from './live-agent.ts'
import { styled } from './style.ts'
import { toolTable } from './tool-table.ts'

interface ChatFacts {
  agent: ChatAgent
  model: { id: string }
  scope: Scope
}

interface ChatCommand {
  help: string
  run(facts: ChatFacts, session: SessionLog): Promise<string> | string
}

const COMMANDS: Record<string, ChatCommand> = {
  help: { help: 'this list', run: helpText },
  tools: {
    help: 'the tools, whether they are safe, and what the rules say',
    run: async ({ agent, scope }) => toolTable(await agent.current(), scope),
  },
  session: { help: 'the session: its id, messages, tokens', run: (_facts, session) => sessionText(session) },
  reload: { help: 'load the agent anew (it also happens whenever a file changes)', run: ({ agent }) => agent.reload() },
  quit: { help: 'leave (also Ctrl-D, or Ctrl-C twice)', run: () => 'quit' },
}

/** Runs a line that begins with `/`. */
export async function chatCommand(line: string, facts: ChatFacts, session: SessionLog): Promise<'quit' | 'done'> {
  const [name = ''] = line.slice(1).split(/\s+/)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const names = Object.keys(COMMANDS).map(one => `/${one}`)
    process.stdout.write(`There is no /${name}. ${didYouMean(`/${name}`, names) || names.join(' ')}\n`)
    return 'done'
  }
  const answer = await command.run(facts, session)
  if (answer === 'quit') return 'quit'
  process.stdout.write(`${answer}\n`)
  return 'done'
}

function helpText(): string {
  const width = Math.max(...Object.keys(COMMANDS).map(name => name.length)) + 3
  return Object.entries(COMMANDS)
    .map(([name, { help }]) => `${styled('cyan', `/${name}`.padEnd(width), process.stdout)}${help}`)
    .join('\n')
}

function sessionText(session: SessionLog): string {
  const { state } = session
  const said = state.messages.filter(({ role }) => role === 'user').length
  const { inputTokens, outputTokens } = state.usage
  const grants = state.grants.size > 0 ? `\nallowed for this session: ${[...state.grants].join(', ')}` : ''
  return `${session.id} · ${said} messages · ${inputTokens} tokens in, ${outputTokens} out${grants}`
}
