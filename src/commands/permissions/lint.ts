import { Args, Flags } from '@oclif/core'
import { projectPermissions } from '../../registry/agent-permissions.ts'
import { type LintCase, lintPermissions } from '../../registry/lint-permissions.ts'
import { styled } from '../../terminal/style.ts'
import { BaseCommand } from '../base-command.ts'
import { counted, countProblems, diagnosticOutput, formatFlag } from '../diagnostic-output.ts'
import { flatDiagnostic } from '../flat-diagnostic.ts'

export default class PermissionsLint extends BaseCommand {
  static override summary = 'Look for rules that are sound and most likely not meant.'
  static override description =
    `Rules that never decide or contradict each other, rules about tools and arguments that are not there, tools without a rule, allow for tools that are not safe, allow for globs.
Exit code 4 when there are errors; with --strict also for warnings.`
  static override examples = [
    '<%= config.bin %> permissions lint',
    '<%= config.bin %> permissions lint customer-service --strict',
    '<%= config.bin %> permissions lint --static --format github',
  ]
  static override args = { agent: Args.string({ description: 'The agent. Default: all.' }) }
  static override flags = {
    strict: Flags.boolean({ description: 'Warnings count as errors.' }),
    static: Flags.boolean({ description: 'Load no code: take the tools from the syntax trees of their files.' }),
    format: formatFlag,
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(PermissionsLint)
    const root = this.projectRoot(flags)
    const project = await projectPermissions(root, { only: args.agent, static: flags.static })
    const cases = project.agents.map(lintPermissions)
    const all = [...project.diagnostics, ...cases.flatMap(({ diagnostics }) => diagnostics)]
    const { errors, warnings, words } = countProblems(all)
    const output = await diagnosticOutput(root, all, flags.format)
    if (output) this.print(output)
    if (flags.format !== 'sarif') {
      const colour = errors > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green'
      this.print(styled(colour, `${counted(cases.length, 'agent')} checked: ${words}.`, process.stdout))
    }
    const fails = (diagnostics: typeof all): boolean => {
      const { errors: wrong, warnings: doubtful } = countProblems(diagnostics)
      return wrong > 0 || (flags.strict && doubtful > 0)
    }
    if (fails(all)) this.exitWith(4)
    const judged = cases.map(one => ({ ...one, passed: !fails(one.diagnostics) }))
    return {
      cases: judged.map(document),
      failed: judged.filter(({ passed }) => !passed).length,
      diagnostics: project.diagnostics.map(flatDiagnostic),
      errors,
      warnings,
    }
  }
}

function document({ diagnostics, ...one }: LintCase & { passed: boolean }) {
  return { ...one, diagnostics: diagnostics.map(flatDiagnostic) }
}
