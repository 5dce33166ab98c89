import { mkdir, readFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { Args } from '@oclif/core'
import { planExport, projectReader } from '../../abl/index.ts'
import { formatDiagnostic, hasErrors } from '../../core/diagnostic.ts'
import { LoopengineError } from '../../core/errors.ts'
import { findAblFiles } from '../../registry/check-abl-files.ts'
import { ChangeCommand } from '../change-command.ts'

export default class AblExport extends ChangeCommand {
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
    const planner = this.planWith(target, args.dir, async plan => {
      for (const { path, text } of files) await plan.write(path, text)
    })
    return this.write(target, flags, planner)
  }
}
