import { Args, Flags } from '@oclif/core'
import { hasErrors } from '../../core/diagnostic.ts'
import { compareBase } from '../../registry/compare-base.ts'
import { diffPermissions, type PermissionsDiff } from '../../registry/diff-permissions.ts'
import { changeDiagnostics, permissionChanges } from '../../terminal/permission-changes.ts'
import { styled } from '../../terminal/style.ts'
import { BaseCommand } from '../base-command.ts'
import { counted, diagnosticOutput, formatFlag } from '../diagnostic-output.ts'
import { flatDiagnostic } from '../flat-diagnostic.ts'

export default class PermissionsDiffCommand extends BaseCommand {
  static override summary = 'Say what is newly allowed, asked or denied since a commit.'
  static override description =
    `Compares the project as it lies here with a commit: without REF with the one where this branch left the default branch of origin. Reads files and git's objects; runs no code of the project.
Exit code 0, with --fail-on-widening 4 when more is allowed, or something can't be compared.`
  static override examples = [
    '<%= config.bin %> permissions diff',
    '<%= config.bin %> permissions diff v1.2.0 --json',
    '<%= config.bin %> permissions diff --fail-on-widening --format github',
  ]
  static override args = { ref: Args.string({ description: 'A branch, tag or commit.' }) }
  static override flags = {
    'fail-on-widening': Flags.boolean({ description: 'End with 4 when more may run, or with fewer questions.' }),
    format: formatFlag,
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(PermissionsDiffCommand)
    const root = this.projectRoot(flags)
    const base = await compareBase(root, args.ref)
    const diff = await diffPermissions(root, base)
    const widened = diff.changes.filter(({ widens }) => widens).length
    const fails = flags['fail-on-widening'] && (widened > 0 || diff.unreadable.length > 0)
    await this.#show(root, diff, { ...flags, against: `${base.name} (${base.commit.slice(0, 10)})`, widened })
    if (fails) this.exitWith(4)
    return {
      base: { name: base.name, commit: base.commit },
      changes: diff.changes,
      widened,
      unreadable: diff.unreadable.map(flatDiagnostic),
      diagnostics: diff.diagnostics.map(flatDiagnostic),
    }
  }

  async #show(root: string, { changes, diagnostics, unreadable }: PermissionsDiff, shown: Shown): Promise<void> {
    const { format, against, widened } = shown
    const problems = [...diagnostics, ...unreadable]
    const severity = shown['fail-on-widening'] ? 'error' : 'warning'
    const all = format === 'text' ? problems : [...problems, ...changeDiagnostics(changes, severity)]
    const output = await diagnosticOutput(root, all, format)
    if (output) this.print(format === 'text' ? `${output}\n` : output)
    if (format === 'sarif') return
    if (format === 'text' && changes.length > 0) this.print(`${permissionChanges(changes)}\n`)
    const words =
      changes.length === 0 ? 'the same is allowed' : `${counted(changes.length, 'change')}, ${widened} widening`
    const colour = widened > 0 || hasErrors(unreadable) ? 'red' : 'green'
    this.print(styled(colour, `Since ${against}: ${words}.`, process.stdout))
  }
}

interface Shown {
  format: 'text' | 'github' | 'sarif'
  'fail-on-widening': boolean
  against: string
  widened: number
}
