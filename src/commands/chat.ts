import { Args, Flags } from '@oclif/core'
import { LoopengineError, usageError } from '../core/errors.ts'
import { discoverAgents } from '../registry/discover.ts'
import { type LiveRegistry, openLiveRegistry } from '../registry/live-registry.ts'
import { openRegistry, type Registry } from '../registry/open-registry.ts'
import { projectEnvironment } from '../registry/project-env.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { OpenedAgent } from '../terminal/chat/chat-state.ts'
import { pickAgent, pickSession } from '../terminal/chat/choose-session.ts'
import { chat } from '../terminal/chat.ts'
import { chooseModel, modelOfAgents } from '../terminal/choose-model.ts'
import { wantsPlain } from '../terminal/editor/open-console.ts'
import { fixedAgent, liveAgent } from '../terminal/live-agent.ts'
import { BaseCommand } from './base-command.ts'
import { identityFlags, modelFlag, scopeFlags, scopeOf, userOf, variablesOf } from './turn-flags.ts'

export default class Chat extends BaseCommand {
  static override summary = 'Talk to an agent at the terminal.'
  static override description =
    'Approvals and questions come inline; /help lists what else there is. Ctrl-C stops the turn; at the prompt, twice leaves. Scripts use `run`.'
  static override examples = [
    '<%= config.bin %> chat customer-service --model offline',
    '<%= config.bin %> chat --session 20261130-101500-4f2a9c01de',
    '<%= config.bin %> chat --resume',
  ]
  static override args = {
    agent: Args.string({
      description: 'The agent. With one agent in the project, that one; with several you are asked.',
    }),
  }
  static override flags = {
    session: Flags.string({ description: 'Go on with this session.', helpValue: 'ID', exclusive: ['resume'] }),
    resume: Flags.boolean({ description: 'Choose one of the earlier sessions and go on with it.' }),
    plain: Flags.boolean({
      description: 'Lines only, for screen readers: nothing moves, no colours (also LOOPENGINE_PLAIN=1).',
    }),
    model: modelFlag,
    watch: Flags.boolean({ description: 'Follow changes of the agent’s files.', default: true, allowNo: true }),
    ...scopeFlags,
    ...identityFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Chat)
    if (!process.stdin.isTTY || !process.stdout.isTTY || flags.json) throw notForScripts(flags.json)
    const plain = wantsPlain(flags.plain)
    if (plain) withoutColours()
    const root = this.projectRoot(flags)
    const store = this.sessions(root)
    const picked = flags.resume ? await pickSession(store, { plain, agent: args.agent }) : undefined
    if (flags.resume && !picked) return this.exitWith(130)
    const sessionId = picked?.id ?? flags.session
    const name = args.agent ?? (await agentOf(root, { store, session: sessionId, plain }))
    if (name === undefined) return this.exitWith(130)
    const live = flags.watch ? await openLiveRegistry(root, { only: name }) : undefined
    const registry = live ?? (await openRegistry(root, { only: name }))
    const open = opener({ live, registry, flag: flags.model })
    await this.showProblems(root, registry.get(name))
    const code = await chat({
      root,
      opened: await open(name),
      openAgent: open,
      agentNames: async () => (await discoverAgents(root)).agents.map(agent => agent.name),
      openModel: choice =>
        chooseModel({ flag: choice, agent: registry.get(name), env: process.env, interactive: true }),
      store,
      sessionId,
      env: projectEnvironment(root),
      plain,
      scope: scopeOf(flags),
      user: userOf(flags),
      variables: variablesOf(flags.set),
    })
    await live?.close()
    this.exitWith(code)
  }
}

interface Opener {
  live: LiveRegistry | undefined
  registry: Registry
  /** `--model`. */
  flag: string | undefined
}

/** Opens an agent of the project for the chat, on the model that is chosen for it. */
function opener({ live, registry, flag }: Opener): (name: string) => Promise<OpenedAgent> {
  return async wanted => {
    await registry.find(wanted)
    const agent = registry.get(wanted)
    const model = await chooseModel({ flag, agent, env: process.env, interactive: true })
    return {
      name: agent.name,
      agent: live ? liveAgent(live, wanted) : fixedAgent(registry, wanted),
      model,
      modelFor: modelOfAgents(flag, model, process.env),
    }
  }
}

/** A terminal that only gets lines gets no colours either. */
function withoutColours(): void {
  process.env.NO_COLOR = '1'
  delete process.env.FORCE_COLOR
}

function notForScripts(json: boolean): Error {
  const message = json ? '`chat` has no --json.' : '`chat` needs a terminal.'
  return usageError('no_terminal', message, 'In scripts: `loopengine run AGENT MESSAGE`, with --json for every event.')
}

/** The session's agent, else the only one there is, else the one that the person chooses; undefined when they leave. */
async function agentOf(
  root: string,
  { store, session, plain }: { store: SessionStore; session: string | undefined; plain: boolean },
): Promise<string | undefined> {
  if (session !== undefined && (await store.has(session))) return (await store.read(session)).state.agent
  const { agents } = await discoverAgents(root)
  const [only] = agents
  if (!only)
    throw new LoopengineError('agent_not_found', 'There are no agents here.', {
      exitCode: 2,
      hint: 'An agent is a folder `agents/NAME` whose index.ts exports `config`.',
    })
  return agents.length === 1
    ? only.name
    : pickAgent(
        agents.map(({ name }) => name),
        plain,
      )
}
