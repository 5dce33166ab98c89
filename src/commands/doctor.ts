import { resolve } from 'node:path'
import { examine } from '../registry/doctor/examine.ts'
import { findProjectRoot } from '../registry/project-root.ts'
import { doctorText } from '../terminal/doctor-text.ts'
import { BaseCommand } from './base-command.ts'

export default class Doctor extends BaseCommand {
  static override summary = 'Look at what loopengine runs on: versions, state, locks, environment.'
  static override description =
    'Changes nothing and loads no code of the project. Tells which variables are set, never their values. Exit code 1 when something is broken.'
  static override examples = ['<%= config.bin %> doctor', '<%= config.bin %> doctor --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(Doctor)
    const root = flags.cwd === undefined ? findProjectRoot(resolve('.')) : this.projectRoot(flags)
    const report = await examine(root)
    this.print(doctorText(report))
    if (report.problems.some(({ severity }) => severity === 'error')) this.exitWith(1)
    return report
  }

  /** What a killed command left is reported, and stays for the next one. */
  protected override recoversFirst(): boolean {
    return false
  }
}
