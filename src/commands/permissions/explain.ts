import { Args, Flags } from '@oclif/core'
import { type Diagnostic, hasErrors } from '../../core/diagnostic.ts'
import { LoopengineError } from '../../core/errors.ts'
import { getOwn } from '../../core/json.ts'
import { explain, type LosingRule } from '../../permissions/explain.ts'
import { ORDER_OF_RULES } from '../../permissions/order-rules.ts'
import { openRegistry } from '../../registry/open-registry.ts'
import { describeDiagnostics } from '../../terminal/describe-diagnostics.ts'
import { styled } from '../../terminal/style.ts'
import { BaseCommand } from '../base-command.ts'
import { jsonObject, scopeFlags, scopeOf } from '../turn-flags.ts'

const EXIT = { allow: 0, ask: 3, deny: 4 } as const
const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const

export default class PermissionsExplain extends BaseCommand {
  static override summary = 'Say what the rules decide for a call, by which rule, and why not by the others.'
  static override description = `The most specific rule decides: ${ORDER_OF_RULES}.
Exit code 0 allow, 3 ask, 4 deny, 1 when the file has an error.`
  static override examples = [
    `<%= config.bin %> permissions explain customer-service issue_refund --args '{"orderId":"A-1003","amount":80}'`,
    '<%= config.bin %> permissions explain customer-service send_email --environment development --json',
  ]
  static override args = {
    agent: Args.string({ description: 'The agent.', required: true }),
    tool: Args.string({ description: 'The tool.', required: true }),
  }
  static override flags = {
    args: Flags.string({ description: 'The arguments of the call, a JSON object.', default: '{}', helpValue: 'JSON' }),
    ...scopeFlags,
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(PermissionsExplain)
    const root = this.projectRoot(flags)
    const [assembled] = (await openRegistry(root, { only: args.agent })).agents.values()
    const { policy, agent, diagnostics = [] } = assembled ?? {}
    if (diagnostics.length > 0) this.note(await describeDiagnostics(root, diagnostics, process.stderr))
    if (!policy || policy.kind === 'broken') throw unreadable(args.agent, diagnostics)
    const input = jsonObject('--args', flags.args)
    const scope = scopeOf(flags)
    const explanation = explain(policy, { name: args.tool, input }, scope)
    if (agent && !getOwn(agent.tools, args.tool))
      this.note(`Agent \`${agent.name}\` has no tool \`${args.tool}\`; the rules are asked all the same.`)
    const { decision, reason, losing } = explanation
    this.print(
      `${styled(COLOURS[decision], decision, process.stdout)}  ${args.tool} for tenant ${scope.tenant} in ${scope.environment}`,
    )
    this.print(reason)
    if (losing.length > 0) this.print(styled('gray', '\nNot by the others:', process.stdout))
    for (const rule of losing) this.print(losingText(rule))
    this.exitWith(EXIT[decision])
    return explanation
  }
}

function losingText({ name, line, decision, why }: LosingRule): string {
  const place = line === undefined ? decision : `${decision}, line ${line}`
  return styled('gray', `  ${name} (${place}): ${why}`, process.stdout)
}

function unreadable(agent: string, diagnostics: Diagnostic[]): LoopengineError {
  const [first] = diagnostics.filter(diagnostic => hasErrors([diagnostic]))
  return new LoopengineError('invalid_rules', `The rules of agent \`${agent}\` can't be read: ${first?.message}`, {
    hint: 'No tool of this agent runs until they are mended.',
    file: first?.file,
    ...first?.range?.start,
  })
}
