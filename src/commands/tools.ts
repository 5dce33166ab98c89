import { Args } from '@oclif/core'
import { formatDiagnostic } from '../core/diagnostic.ts'
import { LoopengineError } from '../core/errors.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { toolRows, toolTable } from '../terminal/tool-table.ts'
import { BaseCommand } from './base-command.ts'
import { scopeFlags, scopeOf } from './turn-flags.ts'

export default class Tools extends BaseCommand {
  static override summary = 'List the tools of an agent, of every kind, with what the rules say.'
  static override description =
    'The decision is the one for a call without arguments; `permissions explain` shows it for given ones.'
  static override examples = [
    '<%= config.bin %> tools customer-service',
    '<%= config.bin %> tools customer-service --json',
  ]
  static override args = { agent: Args.string({ description: 'The agent.', required: true }) }
  static override flags = scopeFlags

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Tools)
    const root = this.projectRoot(flags)
    const [assembled] = (await openRegistry(root, { only: args.agent })).agents.values()
    const agent = assembled?.agent
    if (!agent) throw brokenAgent(args.agent, assembled?.diagnostics.map(formatDiagnostic) ?? [])
    await this.showProblems(root, agent)
    const scope = scopeOf(flags)
    this.print(toolTable(agent, scope))
    const tools = toolRows(agent, scope).map(row => {
      const tool = agent.tools[row.name]
      return { ...row, input_schema: tool?.definition.input_schema, line: tool?.line, binding: tool?.binding }
    })
    return { agent: agent.name, tools }
  }
}

function brokenAgent(name: string, problems: string[]): LoopengineError {
  return new LoopengineError('agent_broken', `Agent \`${name}\` can't be loaded:\n${problems.join('\n')}`, {
    hint: '`loopengine check` shows the lines.',
  })
}
