import { Args, Flags, type Interfaces } from '@oclif/core'
import { LoopengineError } from '../core/errors.ts'
import type { Emit } from '../core/event.ts'
import { getOwn } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import type { ToolOutcome } from '../core/tool.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { type CallToolOptions, callTool } from '../runtime/call-tool.ts'
import { explainCall } from '../runtime/explain-call.ts'
import { repeatCall, summarise } from '../runtime/repeat-call.ts'
import { checkSessionAgent } from '../sessions/session-agent.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import { describeDiagnostic } from '../terminal/describe-diagnostics.ts'
import { eventPrinter } from '../terminal/event-printer.ts'
import { explanationText } from '../terminal/explanation-text.ts'
import { repeatText } from '../terminal/repeat-text.ts'
import { visible } from '../terminal/visible.ts'
import { watchUserCode } from '../terminal/watch-user-code.ts'
import { BaseCommand } from './base-command.ts'
import { callOptions } from './call-options.ts'
import { callTarget } from './call-target.ts'
import { EXIT_OF_DECISION, exitOfOutcome, exitOfOutcomes } from './exit-codes.ts'
import { stopSignal } from './stop-signal.ts'
import { identityFlags, jsonLines, modelFlag, scopeFlags } from './turn-flags.ts'

export default class Call extends BaseCommand {
  static override summary = 'Run one tool through the gate and every stage, without a model.'
  static override description =
    'Exit code 0 when the outcome is ok, 1 failed, 3 when it needs an approval (see --approve), 4 denied by a rule. --explain exits as the call would, as far as that can be told before it runs.'
  static override examples = [
    `<%= config.bin %> call customer-service lookup_order --args '{"orderId":"A-1001"}'`,
    `echo '{"orderId":"A-1003"}' | <%= config.bin %> call customer-service issue_refund --args - --approve`,
    `<%= config.bin %> call customer-service issue_refund --args '{"orderId":"A-1003"}' --explain`,
    '<%= config.bin %> call --from 20260101-120000-0123456789#2 --explain',
    `<%= config.bin %> call customer-service lookup_order --args '{"orderId":"A-1001"}' --repeat 50 --concurrency 5`,
  ]
  static override args = {
    agent: Args.string({ description: 'The agent. With --from: that of the recorded call.' }),
    tool: Args.string({ description: 'The tool. With --from: that of the recorded call.' }),
  }
  static override baseFlags = { ...BaseCommand.baseFlags, json: jsonLines }
  static override flags = {
    args: Flags.string({
      description: 'The arguments, a JSON object; `-` reads them from stdin. Default: none, or the recorded ones.',
      helpValue: 'JSON',
    }),
    approve: Flags.boolean({ description: 'Approve the call if a rule asks.' }),
    explain: Flags.boolean({
      description:
        'Say what would happen and send nothing: the final arguments and where each comes from, who decides, the stages in order, the request.',
      exclusive: ['repeat'],
    }),
    from: Flags.string({
      description: 'Repeat a call of a session: its id, or its number in the session. Rules decide anew.',
      helpValue: 'SESSION#CALL',
      exclusive: ['session'],
    }),
    repeat: Flags.integer({
      description: 'Call it so many times in this process, and summarise the outcomes.',
      helpValue: 'N',
      min: 1,
      exclusive: ['session'],
    }),
    concurrency: Flags.integer({
      description: 'Calls of --repeat that are under way at once. Default: 1.',
      helpValue: 'M',
      min: 1,
      dependsOn: ['repeat'],
    }),
    model: { ...modelFlag, description: 'The model of agents that run behind the tool. Default: as for `run`.' },
    session: Flags.string({ description: 'With the variables of this session.', helpValue: 'ID' }),
    verbose: Flags.boolean({ description: 'Show what each stage did.' }),
    ...scopeFlags,
    ...identityFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Call)
    const root = this.projectRoot(flags)
    const target = await callTarget({ args, flags, sessions: this.sessions(root) })
    const registry = await openRegistry(root, { only: target.agent })
    const agent = registry.get(target.agent)
    await this.showProblems(root, agent)
    if (!getOwn(agent.tools, target.tool)) throw unknownTool(target.tool, agent.name, Object.keys(agent.tools))
    const session = flags.session === undefined ? undefined : await this.#session(root, flags.session, agent.name)
    const unwatch = watchUserCode(root, agent, problem => this.note(describeDiagnostic(problem, '', process.stderr)))
    const signal = stopSignal()
    const options = callOptions({ agent, target, flags, session, signal, findAgent: registry.find })
    try {
      if (flags.explain) await this.#explain(options)
      else if (flags.repeat !== undefined) await this.#repeat(options, flags)
      else await this.#once(options, flags)
    } finally {
      unwatch()
      await session?.close()
    }
  }

  async #once(options: CallToolOptions, flags: CallFlags): Promise<void> {
    const emit: Emit = flags.json
      ? event => this.printJsonLine(event)
      : eventPrinter({ log: process.stderr, bare: true, verbose: flags.verbose })
    const outcome = await callTool({ ...options, emit })
    if (outcome.kind === 'ok') this.print(valueText(outcome.value))
    if (!flags.json && exitOfOutcome(outcome) === 3) this.note('Nobody could be asked: --approve approves the call.')
    this.exitWith(options.signal.aborted ? 130 : exitOfOutcome(outcome))
  }

  async #repeat(options: CallToolOptions, flags: CallFlags): Promise<void> {
    const { signal } = options
    const printer = flags.verbose ? eventPrinter({ log: process.stderr, bare: true, verbose: true }) : () => {}
    const emit: Emit = flags.json ? event => this.printJsonLine(event) : printer
    const call = (at: number): Promise<ToolOutcome> =>
      callTool({ ...options, emit, call: { ...options.call, id: `call_${at}` } })
    const { repeat: times = 1, concurrency = 1 } = flags
    const outcomes = await repeatCall({ times, concurrency, signal, call })
    const summary = summarise(outcomes)
    if (flags.json) this.printJsonLine({ type: 'repeat_end', ...summary })
    this.print(repeatText(summary))
    this.exitWith(signal.aborted ? 130 : exitOfOutcomes(outcomes))
  }

  async #explain(options: CallToolOptions): Promise<void> {
    const explanation = await explainCall(options)
    if (this.jsonEnabled()) this.printJsonLine({ type: 'call_explanation', ...explanation })
    this.print(explanationText(explanation, process.stdout))
    this.exitWith(explanation.decision ? EXIT_OF_DECISION[explanation.decision.decision] : 1)
  }

  /** A session that exists, of this agent. */
  async #session(root: string, id: string, agent: string): Promise<SessionLog> {
    const store = this.sessions(root)
    checkSessionAgent(await store.read(id), agent)
    return store.open(id)
  }
}

type CallFlags = Interfaces.InferredFlags<typeof Call.flags> & { json?: boolean }

function valueText(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

function unknownTool(name: string, agent: string, tools: string[]): LoopengineError {
  return new LoopengineError('tool_not_found', `Agent \`${agent}\` has no tool \`${name}\`.`, {
    exitCode: 2,
    hint: `${didYouMean(name, tools)} Tools: ${tools.join(', ')}.`.trim(),
  })
}
