import { Args, Flags } from '@oclif/core'
import { LoopengineError } from '../core/errors.ts'
import { getOwn } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { callTool } from '../runtime/call-tool.ts'
import { checkSessionAgent } from '../sessions/session-agent.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import { describeDiagnostic } from '../terminal/describe-diagnostics.ts'
import { eventPrinter } from '../terminal/event-printer.ts'
import { flagApprover } from '../terminal/flag-approver.ts'
import { visible } from '../terminal/visible.ts'
import { watchUserCode } from '../terminal/watch-user-code.ts'
import { BaseCommand } from './base-command.ts'
import { exitOfOutcome } from './exit-codes.ts'
import { readStdin } from './read-stdin.ts'
import { stopSignal } from './stop-signal.ts'
import { identityFlags, jsonLines, jsonObject, scopeFlags, scopeOf, userOf, variablesOf } from './turn-flags.ts'

export default class Call extends BaseCommand {
  static override summary = 'Run one tool through the gate and every stage, without a model.'
  static override description =
    'Exit code 0 when the outcome is ok, 1 failed, 3 when it needs an approval (see --approve), 4 denied by a rule.'
  static override examples = [
    `<%= config.bin %> call customer-service lookup_order --args '{"orderId":"A-1001"}'`,
    `echo '{"orderId":"A-1003"}' | <%= config.bin %> call customer-service issue_refund --args - --approve`,
  ]
  static override args = {
    agent: Args.string({ description: 'The agent.', required: true }),
    tool: Args.string({ description: 'The tool.', required: true }),
  }
  static override baseFlags = { ...BaseCommand.baseFlags, json: jsonLines }
  static override flags = {
    args: Flags.string({
      description: 'The arguments, a JSON object; `-` reads them from stdin.',
      helpValue: 'JSON',
      default: '{}',
    }),
    approve: Flags.boolean({ description: 'Approve the call if a rule asks.' }),
    session: Flags.string({ description: 'With the variables of this session.', helpValue: 'ID' }),
    ...scopeFlags,
    ...identityFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Call)
    const root = this.projectRoot(flags)
    const agent = (await openRegistry(root, { only: args.agent })).get(args.agent)
    await this.showProblems(root, agent)
    if (!getOwn(agent.tools, args.tool)) throw unknownTool(args.tool, agent.name, Object.keys(agent.tools))
    const input = jsonObject('--args', flags.args === '-' ? await readStdin('the arguments') : flags.args)
    const signal = stopSignal()
    const session = flags.session === undefined ? undefined : await this.#session(root, flags.session, agent.name)
    const unwatch = watchUserCode(root, agent, problem => this.note(describeDiagnostic(problem, '', process.stderr)))
    try {
      const outcome = await callTool({
        agent,
        call: { id: 'call_1', name: args.tool, input },
        session,
        scope: scopeOf(flags),
        user: userOf(flags),
        variables: variablesOf(flags.set),
        approver: flagApprover(flags.approve ? [args.tool] : [], false),
        signal,
        emit: flags.json ? event => this.printJsonLine(event) : eventPrinter({ log: process.stderr, bare: true }),
      })
      if (outcome.kind === 'ok') this.print(valueText(outcome.value))
      if (!flags.json && exitOfOutcome(outcome) === 3) this.note('Nobody could be asked: --approve approves the call.')
      this.exitWith(signal.aborted ? 130 : exitOfOutcome(outcome))
    } finally {
      unwatch()
      await session?.close()
    }
  }

  /** A session that exists, of this agent. */
  async #session(root: string, id: string, agent: string): Promise<SessionLog> {
    const store = this.sessions(root)
    checkSessionAgent(await store.read(id), agent)
    return store.open(id)
  }
}

function valueText(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}

function unknownTool(name: string, agent: string, tools: string[]): LoopengineError {
  return new LoopengineError('tool_not_found', `Agent \`${agent}\` has no tool \`${name}\`.`, {
    exitCode: 2,
    hint: `${didYouMean(name, tools)} Tools: ${tools.join(', ')}.`.trim(),
  })
}
