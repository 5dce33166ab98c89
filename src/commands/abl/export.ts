import { mkdir, readFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { Args } from '@oclif/core'
import { planExport, projectReader } from '../../abl/index.ts'
import { formatDiagnostic, hasErrors } from '../../core/diagnostic.ts'
import { LoopengineError } from '../../core/errors.ts'
import { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { findAblFiles } from '../../registry/check-abl-files.ts'
import { carryOut } from '../../terminal/carry-out.ts'
import { WritingCommand } from '../base-command.ts'

export default class AblExport extends WritingCommand {
  static override summary = 'Write the project’s ABL agents as a bundle: each tool in a file of its own.'
  static override examples = [
    '<%= config.bin %> abl export ../bundle',
    '<%= config.bin %> abl export ../bundle --dry-run',
  ]
  static override args = { dir: Args.string({ description: 'The folder to write into.', required: true }) }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AblExport)
    const root = this.projectRoot(flags)
    const agents = (await findAblFiles(root)).filter(path => !path.endsWith('.tools.abl'))
    if (agents.length === 0)
      throw new LoopengineError('no_files', 'This project has no ABL agent files.', { exitCode: 2 })
    const bundle = await Promise.all(
      agents.map(async path => ({
        path: relative(root, path).split(sep).join('/'),
        text: await readFile(path, 'utf8'),
      })),
    )
    const { files, diagnostics } = planExport(bundle, projectReader(root))
    for (const diagnostic of diagnostics) this.note(formatDiagnostic(diagnostic))
    if (hasErrors(diagnostics))
      throw new LoopengineError('abl_broken', 'Nothing was exported: mend the problems first.')
    const target = resolve(args.dir)
    if (!flags['dry-run']) await mkdir(target, { recursive: true })
    const plan = new ChangePlan(target, 'abl export')
    for (const { path, text } of files) await plan.write(path, text)
    return carryOut(plan.changeSet(), { owner: 'abl export', flags, print: text => this.print(text) })
  }
}
