import { hasErrors } from '../core/diagnostic.ts'
import { agentRow } from '../registry/agent-row.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { describeDiagnostics } from '../terminal/describe-diagnostics.ts'
import { styled } from '../terminal/style.ts'
import { oneLine, widthOf } from '../terminal/text-width.ts'
import { BaseCommand } from './base-command.ts'
import { flatDiagnostic } from './flat-diagnostic.ts'

export default class Agents extends BaseCommand {
  static override summary = 'List the agents of the project.'
  static override examples = ['<%= config.bin %> agents', '<%= config.bin %> agents --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(Agents)
    const { root, agents, diagnostics } = await openRegistry(this.projectRoot(flags))
    const rows = [...agents.values()].map(assembled => agentRow(root, assembled))
    const width = Math.max(0, ...rows.map(({ name }) => name.length))
    for (const { name, model, tools, directory, ...row } of rows) {
      const mark = hasErrors(row.diagnostics)
        ? styled('red', '✗', process.stdout)
        : styled('green', '✓', process.stdout)
      const count = `${String(tools).padStart(3)} tool${tools === 1 ? ' ' : 's'}`
      const place = `${directory}  ${model ?? 'no model of its own'}`
      const fits = width + count.length + place.length + 6 <= widthOf(process.stdout)
      const shown = styled('gray', fits ? place : oneLine(place, widthOf(process.stdout) - 2), process.stdout)
      this.print(`${mark} ${name.padEnd(width)}  ${count}${fits ? '  ' : '\n  '}${shown}`)
    }
    // What is wrong with the settings is a problem of every agent.
    const problems = [...new Set([...diagnostics, ...rows.flatMap(row => row.diagnostics)])]
    if (problems.length > 0 && !flags.json) this.note(`\n${await describeDiagnostics(root, problems, process.stderr)}`)
    if (rows.length === 0) this.print(NO_AGENTS)
    return {
      agents: rows.map(row => ({ ...row, diagnostics: row.diagnostics.map(flatDiagnostic) })),
      diagnostics: diagnostics.map(flatDiagnostic),
    }
  }
}

const NO_AGENTS =
  'There are no agents here. An agent is a folder `agents/NAME` whose index.ts exports `config`, or with an agent.abl.'
