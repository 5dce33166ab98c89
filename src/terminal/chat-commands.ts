import type { Agent } from '../core/agent.ts'
import { toErrorRecord } from '../core/error-record.ts'
import type { Model } from '../core/model.ts'
import { didYouMean } from '../core/nearest.ts'
import type { Scope } from '../core/rule.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import { errorText } from './error-text.ts'
import type { ChatAgent } from './live-agent.ts'
import { styled } from './style.ts'
import { toolTable } from './tool-table.ts'

/** What the commands see of a chat; `/model` changes it. */
interface ChatFacts {
  agent: ChatAgent
  model: Model
  modelFor?(agent: Agent): Promise<Model>
  openModel(choice: string): Promise<Model>
  scope: Scope
}

interface ChatCommand {
  help: string
  run(facts: ChatFacts, session: SessionLog, argument: string): Promise<string> | string
}

const COMMANDS: Record<string, ChatCommand> = {
  help: { help: 'this list', run: helpText },
  tools: {
    help: 'the tools, whether they are safe, and what the rules say',
    run: async ({ agent, scope }) => toolTable(await agent.current(), scope),
  },
  model: { help: 'the model; with a name behind it, another one from now on', run: changeModel },
  usage: { help: 'the tokens of this session', run: (_facts, session) => usageText(session) },
  session: { help: 'the session: its id, messages, tokens', run: (_facts, session) => sessionText(session) },
  reload: { help: 'load the agent anew (it also happens whenever a file changes)', run: ({ agent }) => agent.reload() },
  quit: { help: 'leave (also Ctrl-D, or Ctrl-C twice)', run: () => 'quit' },
}

/** Runs a line that begins with `/`. */
export async function chatCommand(line: string, facts: ChatFacts, session: SessionLog): Promise<'quit' | 'done'> {
  const [name = '', ...rest] = line.slice(1).split(/\s+/)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const names = Object.keys(COMMANDS).map(one => `/${one}`)
    process.stdout.write(`There is no /${name}. ${didYouMean(`/${name}`, names) || names.join(' ')}\n`)
    return 'done'
  }
  const answer = await command.run(facts, session, rest.join(' '))
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

async function changeModel(facts: ChatFacts, _session: SessionLog, choice: string): Promise<string> {
  if (choice === '') return `${facts.model.id}. Another one: /model PROVIDER/MODEL`
  try {
    const model = await facts.openModel(choice)
    facts.model = model
    facts.modelFor = async () => model
    return `From now on ${model.id}.`
  } catch (error) {
    return errorText(toErrorRecord(error), process.stdout)
  }
}

function usageText({ state: { usage, turn } }: SessionLog): string {
  const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 } = usage
  const cached = cachedInputTokens > 0 ? ` (${cachedInputTokens} from the cache)` : ''
  const reasoning = reasoningTokens > 0 ? ` (${reasoningTokens} of them reasoning)` : ''
  return `${turn} turn${turn === 1 ? '' : 's'} · ${inputTokens} tokens in${cached} · ${outputTokens} out${reasoning}`
}

function sessionText(session: SessionLog): string {
  const { state } = session
  const said = state.messages.filter(({ role }) => role === 'user').length
  const { inputTokens, outputTokens } = state.usage
  const grants = state.grants.size > 0 ? `\nallowed for this session: ${[...state.grants].join(', ')}` : ''
  return `${session.id} · ${said} message${said === 1 ? '' : 's'} · ${inputTokens} tokens in, ${outputTokens} out${grants}`
}
