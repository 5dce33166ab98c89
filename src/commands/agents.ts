import { formatDiagnostic, hasErrors } from '../core/diagnostic.ts'
import { LoopengineError } from '../core/errors.ts'
import { agentRow } from '../registry/agent-row.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { styled } from '../terminal/style.ts'
import { BaseCommand } from './base-command.ts'

export default class Agents extends BaseCommand {
  static override summary = 'List the agents of the project.'
  static override examples = ['<%= config.bin %> agents', '<%= config.bin %> agents --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(Agents)
    const registry = await openRegistry(this.projectRoot(flags))
    const agents = [...registry.agents.values()].map(assembled => agentRow(registry.root, assembled))
    const width = Math.max(0, ...agents.map(({ name }) => name.length))
    for (const { name, model, tools, directory, diagnostics } of agents) {
      const mark = hasErrors(diagnostics) ? styled('red', '✗', process.stdout) : styled('green', '✓', process.stdout)
      this.print(
        `${mark} ${name.padEnd(width)}  ${String(tools).padStart(3)} tools  ${model ?? 'no model'}  ${styled('gray', directory, process.stdout)}`,
      )
      for (const diagnostic of diagnostics) this.note(`    ${formatDiagnostic(diagnostic)}`)
    }
    for (const diagnostic of registry.diagnostics) this.note(formatDiagnostic(diagnostic))
    if (agents.length === 0 && registry.diagnostics.length === 0 && !flags.json) {
      throw new LoopengineError('no_agents', 'There are no agents here.', {
        hint: 'Make one: `loopengine add-agent NAME`.',
      })
    }
    return { agents, diagnostics: registry.diagnostics }
  }
}
