import { Args, Flags } from '@oclif/core'
import { LoopengineError, usageError } from '../core/errors.ts'
import { discoverAgents } from '../registry/discover.ts'
import { openLiveRegistry } from '../registry/live-registry.ts'
import { openRegistry } from '../registry/open-registry.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { chat } from '../terminal/chat.ts'
import { chooseModel, modelOfAgents } from '../terminal/choose-model.ts'
import { fixedAgent, liveAgent } from '../terminal/live-agent.ts'
import { BaseCommand } from './base-command.ts'
import { identityFlags, modelFlag, scopeFlags, scopeOf, userOf, variablesOf } from './turn-flags.ts'

export default class Chat extends BaseCommand {
  static override summary = 'Talk to an agent at the terminal.'
  static override description =
    'Approvals and questions come inline. Ctrl-C stops the turn; at the prompt, twice leaves. Scripts use `run`.'
  static override examples = [
    '<%= config.bin %> chat customer-service --model offline',
    '<%= config.bin %> chat --session 20261130-101500-4f2a9c01de',
  ]
  static override args = {
    agent: Args.string({ description: 'The agent. With one agent in the project, that one.' }),
  }
  static override flags = {
    session: Flags.string({ description: 'Go on with this session.', helpValue: 'ID' }),
    model: modelFlag,
    watch: Flags.boolean({ description: 'Follow changes of the agent’s files.', default: true, allowNo: true }),
    ...scopeFlags,
    ...identityFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Chat)
    if (!process.stdin.isTTY || !process.stdout.isTTY || flags.json) throw notForScripts(flags.json)
    const root = this.projectRoot(flags)
    const store = this.sessions(root)
    const name = args.agent ?? (await agentOf(root, store, flags.session))
    const live = flags.watch ? await openLiveRegistry(root, { only: name }) : undefined
    const registry = live ?? (await openRegistry(root, { only: name }))
    const agent = registry.get(name)
    await this.showProblems(root, agent)
    const model = await chooseModel({ flag: flags.model, agent, env: process.env, interactive: true })
    const code = await chat({
      root,
      agent: live ? liveAgent(live, name) : fixedAgent(registry, name),
      model,
      openModel: choice => chooseModel({ flag: choice, agent, env: process.env, interactive: true }),
      modelFor: modelOfAgents(flags.model, model, process.env),
      store,
      sessionId: flags.session,
      scope: scopeOf(flags),
      user: userOf(flags),
      variables: variablesOf(flags.set),
    })
    await live?.close()
    this.exitWith(code)
  }
}

function notForScripts(json: boolean): Error {
  const message = json ? '`chat` has no --json.' : '`chat` needs a terminal.'
  return usageError('no_terminal', message, 'In scripts: `loopengine run AGENT MESSAGE`, with --json for every event.')
}

/** The session's agent, else the only one there is. */
async function agentOf(root: string, store: SessionStore, session: string | undefined): Promise<string> {
  if (session !== undefined && (await store.has(session))) return (await store.read(session)).state.agent
  const { agents } = await discoverAgents(root)
  const [only] = agents
  if (only && agents.length === 1) return only.name
  if (!only)
    throw new LoopengineError('agent_not_found', 'There are no agents here.', {
      exitCode: 2,
      hint: 'An agent is a folder `agents/NAME` whose index.ts exports `config`.',
    })
  throw usageError(
    'missing_argument',
    'Which agent? The argument `AGENT` is missing.',
    `Agents here: ${agents.map(agent => agent.name).join(', ')}.`,
  )
}
