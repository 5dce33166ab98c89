import { Args, Flags } from '@oclif/core'
import { formatDiagnostic } from '../core/diagnostic.ts'
import { LoopengineError } from '../core/errors.ts'
import { getOwn, type Json } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { callTool } from '../runtime/call-tool.ts'
import { SessionStore } from '../sessions/session-store.ts'
import { describeOutcome } from '../terminal/describe-call.ts'
import { eventPrinter } from '../terminal/event-printer.ts'
import { flagApprover } from '../terminal/flag-approver.ts'
import { BaseCommand } from './base-command.ts'
import { exitOfOutcome } from './exit-codes.ts'
import { readStdin } from './read-stdin.ts'
import { identityFlags, jsonObject, scopeFlags, scopeOf, userOf, variablesOf } from './turn-flags.ts'

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
    for (const diagnostic of agent.diagnostics) this.note(formatDiagnostic(diagnostic))
    if (!getOwn(agent.tools, args.tool)) throw unknownTool(args.tool, agent.name, Object.keys(agent.tools))
    const input = jsonObject('--args', flags.args === '-' ? await readStdin('The arguments') : flags.args)
    const controller = new AbortController()
    process.once('SIGINT', () => controller.abort())
    const session = flags.session === undefined ? undefined : await this.#session(root, flags.session)
    try {
      const outcome = await callTool({
        agent,
        call: { id: 'call_1', name: args.tool, input },
        session,
        scope: scopeOf(flags),
        user: userOf(flags),
        variables: variablesOf(flags.set) as Record<string, Json> | undefined,
        approver: flagApprover(flags.approve ? [args.tool] : [], false),
        signal: controller.signal,
        emit: flags.json ? event => this.printJsonLine(event) : eventPrinter({ log: process.stderr }),
      })
      this.print(
        outcome.kind === 'ok' && typeof outcome.value !== 'string'
          ? JSON.stringify(outcome.value, null, 2)
          : describeOutcome(outcome),
      )
      if (!flags.json && exitOfOutcome(outcome) === 3) this.note('A rule asks for approval: add --approve to give it.')
      this.exitWith(controller.signal.aborted ? 130 : exitOfOutcome(outcome))
    } finally {
      await session?.close()
    }
  }

  async #session(root: string, id: string): ReturnType<SessionStore['open']> {
    const store = new SessionStore(root)
    await store.read(id)
    return store.open(id)
  }
}

function unknownTool(name: string, agent: string, tools: string[]): LoopengineError {
  return new LoopengineError('tool_not_found', `Agent \`${agent}\` has no tool \`${name}\`.`, {
    exitCode: 2,
    hint: `${didYouMean(name, tools)} Tools: ${tools.join(', ')}.`.trim(),
  })
}
