import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { Args, Flags } from '@oclif/core'
import { type Diagnostic, formatDiagnostic } from '../core/diagnostic.ts'
import { usageError } from '../core/errors.ts'
import type { AssembledAgent } from '../registry/assembly.ts'
import { checkAblFile, checkAblFiles } from '../registry/check-abl-files.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { findProjectRoot } from '../registry/project-root.ts'
import { staticCheck } from '../registry/static/static-check.ts'
import { strictly } from '../skills/problem.ts'
import { styled } from '../terminal/style.ts'
import { BaseCommand } from './base-command.ts'
import { abilitiesInside, abilitiesOutside } from './check-abilities.ts'
import { counted, countProblems, diagnosticOutput, type Format, formatFlag } from './diagnostic-output.ts'
import { flatDiagnostic } from './flat-diagnostic.ts'

export default class Check extends BaseCommand {
  static override summary = 'Check everything that can be checked without a model.'
  static override description = 'Exit code 4 when there are errors; with --strict also for warnings.'
  static override examples = [
    '<%= config.bin %> check',
    '<%= config.bin %> check agents/customer-service --json',
    '<%= config.bin %> check --static --format github',
  ]
  static override strict = false
  static override args = { path: Args.string({ description: 'Files or folders; default: the whole project.' }) }
  static override flags = {
    strict: Flags.boolean({ description: 'Warnings count as errors.' }),
    static: Flags.boolean({
      description: 'Load no code: read the syntax trees. For code that nobody has looked at yet.',
    }),
    format: formatFlag,
  }

  async run(): Promise<unknown> {
    const { argv, flags } = await this.parse(Check)
    const single = await singleFiles(argv as string[], flags.cwd)
    if (single) return this.#show(process.cwd(), single, { flags, checked: counted(argv.length, 'file') })
    const outside = await abilitiesOutside(argv as string[], flags.cwd)
    if (outside) return this.#show(outside.root, outside.diagnostics, { flags, checked: abilityCount(outside.count) })
    const root = this.projectRoot(flags)
    const isWanted = within(root, flags.cwd === undefined ? process.cwd() : root, argv as string[])
    const { agents, diagnostics } = flags.static ? await staticCheck(root) : await loadedCheck(root, flags.strict)
    const abilities = await abilitiesInside(root)
    const wanted = once([...diagnostics, ...abilities.diagnostics].map(strictly)).filter(isWanted)
    const made = abilities.count > 0 ? ` and ${abilityCount(abilities.count)}` : ''
    return this.#show(root, wanted, { flags, checked: `${counted(agents, 'agent')}${made}` })
  }

  async #show(root: string, diagnostics: Diagnostic[], { flags, checked }: Shown): Promise<unknown> {
    const { errors, warnings } = countProblems(diagnostics)
    const output = await diagnosticOutput(root, diagnostics, flags.format)
    if (output) this.print(flags.format === 'text' ? `${output}\n` : output)
    if (flags.format !== 'sarif') this.print(summary(checked, errors, warnings))
    if (errors > 0 || (flags.strict && warnings > 0)) this.exitWith(4)
    return { diagnostics: diagnostics.map(flatDiagnostic), errors, warnings }
  }
}

interface Shown {
  flags: { strict: boolean; format: Format }
  /** `2 agents`. */
  checked: string
}

/** Tool files that lie outside any project: they can be checked by themselves. */
async function singleFiles(paths: string[], cwd: string | undefined): Promise<Diagnostic[] | undefined> {
  const isSingle = paths.length > 0 && paths.every(path => path.endsWith('.abl') && existsSync(path))
  if (!isSingle || cwd !== undefined || findProjectRoot(process.cwd()) !== undefined) return undefined
  return (await Promise.all(paths.map(path => checkAblFile(path, path)))).flat()
}

async function loadedCheck(root: string, strict: boolean): Promise<{ agents: number; diagnostics: Diagnostic[] }> {
  const { agents, known, ...registry } = await openRegistry(root, { strict })
  const except = [...agents.values()].flatMap(({ declarations }) => declarations)
  const abl = await checkAblFiles(root, { toolsOf: name => toolNames(agents.get(name)), known, except, strict })
  const own = [...agents.values()].flatMap(({ diagnostics }) => diagnostics)
  return { agents: agents.size, diagnostics: [...registry.diagnostics, ...own, ...abl] }
}

function abilityCount(count: number): string {
  return count === 1 ? '1 ability' : `${count} abilities`
}

function toolNames(assembled: AssembledAgent | undefined): string[] | undefined {
  return assembled?.agent && Object.keys(assembled.agent.tools)
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
  return styled(colour, `${checked}${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`, process.stdout)
}
