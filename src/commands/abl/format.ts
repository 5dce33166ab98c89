import { readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { Args, Flags } from '@oclif/core'
import { formatAbl } from '../../abl/index.ts'
import { LoopengineError, usageError } from '../../core/errors.ts'
import { diskReader } from '../../edit/change-set/change-plan.ts'
import { findAblFiles } from '../../registry/check-abl-files.ts'
import { describeDiagnostics } from '../../terminal/describe-diagnostics.ts'
import { ChangeCommand } from '../change-command.ts'

export default class AblFormat extends ChangeCommand {
  static override summary = 'Put the white space of .abl files in order.'
  static override description =
    'Comments, order and quotes stay. A file whose structure is broken is left as it is and named. With --check nothing is written, and the exit code is 4 when a file is not in order.'
  static override examples = ['<%= config.bin %> abl format', '<%= config.bin %> abl format agents/desk/tools --check']
  static override strict = false
  static override args = { path: Args.string({ description: 'Files or folders; default: all of the project.' }) }
  static override flags = { check: Flags.boolean({ description: 'Write nothing; say which files are not in order.' }) }

  async run(): Promise<unknown> {
    const { argv, flags } = await this.parse(AblFormat)
    const root = this.projectRoot(flags)
    const files = await this.#files(root, argv as string[], flags.cwd)
    const planner = this.planWith(root, '', async plan => {
      for (const file of files) await plan.write(file, formatAbl((await plan.readText(file)) ?? '', { file }).text)
    })
    const broken = await this.#broken(root, files)
    if (!flags.check) {
      const written = await this.write(root, flags, planner)
      if (broken) this.exitWith(4)
      return written
    }
    const { changes } = await planner(diskReader(root))
    for (const { path } of changes) this.print(`not in order: ${path}`)
    if (broken || changes.length > 0) this.exitWith(4)
    return { files: changes.map(({ path }) => path) }
  }

  /** Says which files can't be put in order, and why. */
  async #broken(root: string, files: string[]): Promise<boolean> {
    const texts = files.map(async file => formatAbl(await readFile(join(root, file), 'utf8'), { file }).diagnostics)
    const errors = (await Promise.all(texts)).flat().filter(({ severity }) => severity === 'error')
    if (errors.length > 0) this.note(await describeDiagnostics(root, errors, process.stderr))
    return errors.length > 0
  }

  async #files(root: string, paths: string[], cwd: string | undefined): Promise<string[]> {
    const base = cwd === undefined ? process.cwd() : root
    const wanted = paths.length === 0 ? [root] : paths.map(path => resolve(base, path))
    const found = await Promise.all(wanted.map(path => findAblFiles(path)))
    const files = [...new Set(found.flat())].map(path => relative(root, path).split(sep).join('/'))
    const outside = files.find(file => file.startsWith('../'))
    if (outside !== undefined) throw usageError('invalid_value', `\`${outside}\` is not in the project ${root}.`)
    if (files.length === 0) throw new LoopengineError('no_files', 'There are no .abl files there.', { exitCode: 2 })
    return files
  }
}
