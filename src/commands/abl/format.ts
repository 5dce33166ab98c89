import { relative, resolve, sep } from 'node:path'
import { Args, Flags } from '@oclif/core'
import { formatAbl } from '../../abl/index.ts'
import { type Diagnostic, hasErrors } from '../../core/diagnostic.ts'
import { LoopengineError, usageError } from '../../core/errors.ts'
import { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { findAblFiles } from '../../registry/check-abl-files.ts'
import { carryOut } from '../../terminal/carry-out.ts'
import { describeDiagnostics } from '../../terminal/describe-diagnostics.ts'
import { WritingCommand } from '../base-command.ts'

export default class AblFormat extends WritingCommand {
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
    const plan = new ChangePlan(root, 'abl format')
    const broken: Diagnostic[] = []
    for (const file of files) {
      const { text, diagnostics } = formatAbl((await plan.readText(file)) ?? '', { file })
      await plan.write(file, text)
      if (hasErrors(diagnostics)) broken.push(...diagnostics.filter(({ severity }) => severity === 'error'))
    }
    if (broken.length > 0) this.note(await describeDiagnostics(root, broken, process.stderr))
    const changeSet = plan.changeSet()
    if (broken.length > 0) this.exitWith(4)
    if (!flags.check) return carryOut(changeSet, { owner: 'abl format', flags, print: text => this.print(text) })
    for (const { path } of changeSet.changes) this.print(`not in order: ${path}`)
    if (changeSet.changes.length > 0) this.exitWith(4)
    return { files: changeSet.changes.map(({ path }) => path) }
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
