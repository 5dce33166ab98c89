import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { Args, Flags } from '@oclif/core'
import { type Diagnostic, formatDiagnostic } from '../core/diagnostic.ts'
import { usageError } from '../core/errors.ts'
import type { AssembledAgent } from '../registry/assembly.ts'
import { checkAblFile, checkAblFiles } from '../registry/check-abl-files.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { findProjectRoot } from '../registry/project-root.ts'
import { strictly } from '../skills/problem.ts'
import { describeDiagnostics } from '../terminal/describe-diagnostics.ts'
import { githubAnnotations } from '../terminal/github-annotations.ts'
import { sarifLog } from '../terminal/sarif.ts'
import { styled } from '../terminal/style.ts'
import { BaseCommand } from './base-command.ts'
import { flatDiagnostic } from './flat-diagnostic.ts'

export default class Check extends BaseCommand {
  static override summary = 'Check everything that can be checked without a model.'
  static override description = 'Exit code 4 when there are errors; with --strict also for warnings.'
  static override examples = ['<%= config.bin %> check', '<%= config.bin %> check agents/customer-service --json']
  static override strict = false
  static override args = { path: Args.string({ description: 'Files or folders; default: the whole project.' }) }
  static override flags = {
    strict: Flags.boolean({ description: 'Warnings count as errors.' }),
    format: Flags.option({ options: ['text', 'github', 'sarif'] as const })({
      description: 'For people, as annotations of GitHub Actions, or as a SARIF log.',
      default: 'text',
    }),
  }

  async run(): Promise<unknown> {
    const { argv, flags } = await this.parse(Check)
    const single = await singleFiles(argv as string[], flags.cwd)
    if (single) return this.#show(process.cwd(), single, { flags, checked: count(argv.length, 'file') })
    const root = this.projectRoot(flags)
    const isWanted = within(root, flags.cwd === undefined ? process.cwd() : root, argv as string[])
    const { agents, ...registry } = await openRegistry(root)
    const abl = await checkAblFiles(root, name => toolNames(agents.get(name)))
    const all = [...registry.diagnostics, ...[...agents.values()].flatMap(({ diagnostics }) => diagnostics), ...abl]
    return this.#show(root, once(all.map(strictly)).filter(isWanted), { flags, checked: count(agents.size, 'agent') })
  }

  async #show(root: string, diagnostics: Diagnostic[], { flags, checked }: Shown): Promise<unknown> {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length
    if (flags.format === 'sarif') this.print(JSON.stringify(sarifLog(diagnostics), null, 2))
    else if (flags.format === 'github' && diagnostics.length > 0) this.print(githubAnnotations(diagnostics))
    else if (diagnostics.length > 0) this.print(`${await describeDiagnostics(root, diagnostics, process.stdout)}\n`)
    if (flags.format !== 'sarif') this.print(summary(checked, errors, warnings))
    if (errors > 0 || (flags.strict && warnings > 0)) this.exitWith(4)
    return { diagnostics: diagnostics.map(flatDiagnostic), errors, warnings }
  }
}

interface Shown {
  flags: { strict: boolean; format: string }
  /** `2 agents`. */
  checked: string
}

/** Tool files that lie outside any project: they can be checked by themselves. */
async function singleFiles(paths: string[], cwd: string | undefined): Promise<Diagnostic[] | undefined> {
  const isSingle = paths.length > 0 && paths.every(path => path.endsWith('.abl') && existsSync(path))
  if (!isSingle || cwd !== undefined || findProjectRoot(process.cwd()) !== undefined) return undefined
  return (await Promise.all(paths.map(path => checkAblFile(path, path)))).flat()
}

function toolNames(assembled: AssembledAgent | undefined): string[] | undefined {
  return assembled?.agent && Object.keys(assembled.agent.tools)
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`
}

/** Agents that share skills share their problems. */
function once(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map(diagnostic => [formatDiagnostic(diagnostic), diagnostic])).values()]
}

/**
 * Keeps what lies in one of the paths, which are relative to `base`; all when none is given.
 * @throws LoopengineError `no_such_path`, `invalid_value` (2)
 */
function within(root: string, base: string, paths: string[]): (diagnostic: Diagnostic) => boolean {
  const wanted = paths.map(path => {
    const asked = resolve(base, path)
    const inside = relative(root, asked).split(sep).join('/')
    if (!existsSync(asked)) throw usageError('no_such_path', `There is no file or folder \`${path}\`.`)
    if (inside === '..' || inside.startsWith('../'))
      throw usageError('invalid_value', `\`${path}\` is not in the project ${root}.`)
    return inside
  })
  if (wanted.length === 0 || wanted.includes('')) return () => true
  return ({ file }) => wanted.some(path => file === path || file.startsWith(`${path}/`))
}

function summary(what: string, errors: number, warnings: number): string {
  const checked = `${what} checked: `
  if (errors + warnings === 0) return styled('green', `${checked}no problems.`, process.stdout)
  const colour = errors > 0 ? 'red' : 'yellow'
  return styled(colour, `${checked}${count(errors, 'error')}, ${count(warnings, 'warning')}.`, process.stdout)
}
