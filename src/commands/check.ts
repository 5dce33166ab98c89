import { readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { Args, Flags } from '@oclif/core'
import { codeFrame, type Diagnostic, locate } from '../core/diagnostic.ts'
import { usageError } from '../core/errors.ts'
import { openRegistry } from '../registry/open-registry.ts'
import { styled } from '../terminal/style.ts'
import { BaseCommand } from './base-command.ts'

const COLOURS = { error: 'red', warning: 'yellow', info: 'gray' } as const

export default class Check extends BaseCommand {
  static override summary = 'Check everything that can be checked without a model.'
  static override description = 'Exit code 4 when there are errors; with --strict also for warnings.'
  static override examples = ['<%= config.bin %> check', '<%= config.bin %> check agents/customer-service --json']
  static override strict = false
  static override args = { path: Args.string({ description: 'Files or folders; default: the whole project.' }) }
  static override flags = { strict: Flags.boolean({ description: 'Warnings count as errors.' }) }

  async run(): Promise<unknown> {
    const { argv, flags } = await this.parse(Check)
    const root = this.projectRoot(flags)
    const registry = await openRegistry(root)
    const all = [...registry.diagnostics, ...[...registry.agents.values()].flatMap(({ diagnostics }) => diagnostics)]
    const diagnostics = all.filter(within(root, argv as string[]))
    for (const diagnostic of diagnostics) await this.#show(root, diagnostic)
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length
    this.print(summary(registry.agents.size, errors, warnings))
    if (errors > 0 || (flags.strict && warnings > 0)) this.exitWith(4)
    return { diagnostics: diagnostics.map(flat), errors, warnings }
  }

  async #show(root: string, diagnostic: Diagnostic): Promise<void> {
    const word = styled(COLOURS[diagnostic.severity], diagnostic.severity, process.stdout)
    this.print(`${locate(diagnostic)} ${word} ${diagnostic.code} ${diagnostic.message}`)
    const text = diagnostic.range ? await readFile(join(root, diagnostic.file), 'utf8').catch(() => '') : ''
    if (diagnostic.range && text) this.print(indent(codeFrame(text, diagnostic.range)))
    if (diagnostic.hint) this.print(`  ${diagnostic.hint}`)
  }
}

/** Keeps what lies in one of the paths; all when none is given. */
function within(root: string, paths: string[]): (diagnostic: Diagnostic) => boolean {
  const wanted = paths.map(path => {
    const inside = relative(root, resolve(path)).split(sep).join('/')
    if (inside.startsWith('..')) throw usageError('INVALID_VALUE', `\`${path}\` is not in the project ${root}.`)
    return inside
  })
  if (wanted.length === 0 || wanted.includes('')) return () => true
  return ({ file }) => wanted.some(path => file === path || file.startsWith(`${path}/`))
}

/** The shape of `check --json`: line and column beside the file. */
function flat({ range, ...rest }: Diagnostic): Record<string, unknown> {
  return { ...rest, line: range?.start.line, column: range?.start.column }
}

function summary(agents: number, errors: number, warnings: number): string {
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
  return `${count(agents, 'agent')} checked: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
