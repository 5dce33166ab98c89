import { resolve } from 'node:path'
import { Args, Flags, type Interfaces } from '@oclif/core'
import type { Agent } from '../core/agent.ts'
import { usageError } from '../core/errors.ts'
import type { Emit, StopReason } from '../core/event.ts'
import { getOwn } from '../core/json.ts'
import type { Model } from '../core/model.ts'
import { didYouMean } from '../core/nearest.ts'
import { packageVersion } from '../core/package-root.ts'
import { openLiveRegistry } from '../registry/live-registry.ts'
import { openRegistry, type Registry } from '../registry/open-registry.ts'
import { converse } from '../runtime/converse.ts'
import { newSessionId } from '../sessions/session-id.ts'
import { writeFileAtomic } from '../storage/write-atomic.ts'
import { otlpJson } from '../telemetry/trace/otlp.ts'
import type { Span } from '../telemetry/trace/span.ts'
import { TraceRecorder } from '../telemetry/trace/trace-recorder.ts'
import { chooseModel, isInteractive, modelOfAgents } from '../terminal/choose-model.ts'
import { describeDiagnostic } from '../terminal/describe-diagnostics.ts'
import { flagApprover } from '../terminal/flag-approver.ts'
import { repeatOnReload } from '../terminal/repeat-on-reload.ts'
import { styled } from '../terminal/style.ts'
import { watchUserCode } from '../terminal/watch-user-code.ts'
import { BaseCommand } from './base-command.ts'
import { EXIT_OF_STOP } from './exit-codes.ts'
import { readStdin } from './read-stdin.ts'
import { stopSignal } from './stop-signal.ts'
import { identityFlags, jsonLines, modelFlag, scopeFlags, scopeOf, userOf, variablesOf } from './turn-flags.ts'
import { turnPrinter } from './turn-printer.ts'

export default class Run extends BaseCommand {
  static override summary = 'Run one turn: a message in, the answer on stdout.'
  static override description =
    'Events go to stderr; with --json everything goes to stdout, one JSON object a line. A call that needs an approval parks the turn (exit code 3); `approvals` answers it and the turn goes on.'
  static override examples = [
    '<%= config.bin %> run customer-service "Where is order A-1001?" --model offline',
    'git diff | <%= config.bin %> run reviewer -',
    '<%= config.bin %> run customer-service "Refund A-1003" --approve issue_refund --json',
  ]
  static override args = {
    agent: Args.string({ description: 'The agent: the name of its folder.', required: true }),
    message: Args.string({ description: 'The message; `-` or nothing reads it from stdin.' }),
  }
  static override baseFlags = { ...BaseCommand.baseFlags, json: jsonLines }
  static override flags = {
    session: Flags.string({ description: 'Go on with this session, or begin one of this name.', helpValue: 'ID' }),
    model: modelFlag,
    approve: Flags.string({
      description: 'Approve calls of this tool; may be repeated.',
      multiple: true,
      helpValue: 'TOOL',
    }),
    record: Flags.string({
      description: 'Keep the traffic with the model in this file, secrets taken out.',
      helpValue: 'FILE',
      exclusive: ['replay'],
    }),
    replay: Flags.string({
      description: 'Play a recording instead of a model; another request than the recorded one is an error.',
      helpValue: 'FILE',
      exclusive: ['model'],
    }),
    trace: Flags.string({
      description: 'Keep what happened and how long it took in this file: OpenTelemetry spans, without any content.',
      helpValue: 'FILE',
      exclusive: ['watch'],
    }),
    watch: Flags.boolean({
      description: 'Stay, and repeat the message in a fresh session after each change of the agent’s files.',
      exclusive: ['session'],
    }),
    'approve-all': Flags.boolean({ description: 'Approve every call that asks.' }),
    ...scopeFlags,
    ...identityFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Run)
    const root = this.projectRoot(flags)
    const live = flags.watch ? await openLiveRegistry(root, { only: args.agent }) : undefined
    const registry = live ?? (await openRegistry(root, { only: args.agent }))
    const agent = registry.get(args.agent)
    await this.showProblems(root, agent)
    for (const name of flags.approve ?? []) this.#warnUnknown(agent, name)
    const { model: flag, record, replay } = flags
    const model = await chooseModel({ flag, record, replay, agent, env: process.env, interactive: isInteractive() })
    const text = await message(args.message)
    const signal = stopSignal()
    const unwatch = watchUserCode(root, agent, problem => this.note(describeDiagnostic(problem, '', process.stderr)))
    const trace = flags.trace === undefined ? undefined : new TraceRecorder()
    const turn: TurnFacts = { root, registry, name: args.agent, model, text, signal, flags, trace }
    try {
      if (!live) return this.exitWith(EXIT_OF_STOP[await this.#turn(turn)])
      const run = async (): Promise<void> => void (await this.#turn(turn))
      await repeatOnReload({ registry: live, signal, run, say: text => this.note(text) })
      this.exitWith(130)
    } finally {
      unwatch()
      if (trace && flags.trace !== undefined) await writeTrace(flags.trace, trace.spans())
      await live?.close()
    }
  }

  async #turn({ root, registry, name, model, text, signal, flags, trace }: TurnFacts): Promise<StopReason> {
    const session = await this.sessions(root).open(flags.session ?? newSessionId())
    const emit: Emit = flags.json ? event => this.printJsonLine(event) : turnPrinter()
    try {
      const { stopReason } = await converse({
        agent: registry.get(name),
        findAgent: registry.find,
        modelFor: modelOfAgents(flags.model ?? flags.replay ?? flags.record, model, process.env),
        model: trace?.model(model) ?? model,
        session,
        text,
        scope: scopeOf(flags),
        approver: flagApprover(flags.approve ?? [], flags['approve-all']),
        signal,
        emit: trace?.emit(emit) ?? emit,
        user: userOf(flags),
        variables: variablesOf(flags.set),
      })
      return stopReason
    } finally {
      await session.close()
    }
  }

  #warnUnknown(agent: Agent, tool: string): void {
    if (getOwn(agent.tools, tool)) return
    const guess = didYouMean(tool, Object.keys(agent.tools))
    const text = `! --approve: agent \`${agent.name}\` has no tool \`${tool}\`. ${guess}`.trim()
    this.note(styled('yellow', text, process.stderr))
  }
}

interface TurnFacts {
  root: string
  registry: Registry
  name: string
  model: Model
  text: string
  signal: AbortSignal
  trace: TraceRecorder | undefined
  flags: Interfaces.InferredFlags<typeof Run.flags> & { json?: boolean }
}

async function writeTrace(file: string, spans: Span[]): Promise<void> {
  const document = otlpJson(spans, { name: 'loopengine', version: packageVersion() })
  await writeFileAtomic(resolve(file), `${JSON.stringify(document, null, 2)}\n`)
}

async function message(argument: string | undefined): Promise<string> {
  if (argument !== undefined && argument !== '-') return nonEmpty(argument)
  if (argument === undefined && process.stdin.isTTY) {
    throw usageError(
      'missing_argument',
      'The argument `MESSAGE` is missing.',
      'Give it as an argument, or pipe it in; `chat` is for conversations.',
    )
  }
  return nonEmpty(await readStdin('the message'))
}

function nonEmpty(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw usageError('missing_argument', 'The message is empty.', 'Give it as an argument, or pipe it in.')
}
