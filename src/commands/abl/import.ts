import { readFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { Args } from '@oclif/core'
import { planImport } from '../../abl/index.ts'
import { formatDiagnostic, hasErrors } from '../../core/diagnostic.ts'
import { LoopengineError } from '../../core/errors.ts'
import { findAblFiles } from '../../registry/check-abl-files.ts'
import { ChangeCommand } from '../change-command.ts'

export default class AblImport extends ChangeCommand {
  static override summary = 'Take a bundle of ABL agents into the project.'
  static override description =
    'A tool that an agent of the bundle names without a file for it becomes a stub made from its signature. A file that the project has with other content refuses the import.'
  static override examples = ['<%= config.bin %> abl import ../bundle --dry-run']
  static override args = { bundle: Args.string({ description: 'The folder of the bundle.', required: true }) }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AblImport)
    const root = this.projectRoot(flags)
    const folder = resolve(args.bundle)
    const found = await findAblFiles(folder)
    if (found.length === 0)
      throw new LoopengineError('no_files', `There are no .abl files in ${folder}.`, { exitCode: 2 })
    const bundle = await Promise.all(
      found.map(async path => ({
        path: relative(folder, path).split(sep).join('/'),
        text: await readFile(path, 'utf8'),
      })),
    )
    const { files, diagnostics } = planImport(bundle)
    for (const diagnostic of diagnostics) this.note(formatDiagnostic(diagnostic))
    if (hasErrors(diagnostics))
      throw new LoopengineError('abl_broken', 'Nothing was imported: mend the problems first.')
    const planner = this.planWith(root, args.bundle, async plan => {
      for (const { path, text } of files) {
        const there = await plan.readText(path)
        if (there !== undefined && there !== text) throw taken(path)
        await plan.write(path, text)
      }
    })
    return this.write(root, flags, planner)
  }
}

function taken(file: string): LoopengineError {
  return new LoopengineError('file_taken', `The project has another \`${file}\`; nothing was imported.`, {
    file,
    hint: 'Move it away, or import into a project of its own.',
  })
}
