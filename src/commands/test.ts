import { Args, Flags } from '@oclif/core'
import type { Diagnostic } from '../core/diagnostic.ts'
import { LoopengineError } from '../core/errors.ts'
import { duration } from '../terminal/describe-call.ts'
import { describeDiagnostics } from '../terminal/describe-diagnostics.ts'
import { styled } from '../terminal/style.ts'
import { visible } from '../terminal/visible.ts'
import { type CaseResult, runEvals } from '../testing/evals/run-evals.ts'
import { BaseCommand } from './base-command.ts'
import { diagnosticOutput, type Format, formatFlag } from './diagnostic-output.ts'

export default class Test extends BaseCommand {
  static override summary = 'Play the agents’ evals: conversations, and what must come of them.'
  static override description =
    'Reads agents/<agent>/evals/*.eval.yml. Without --model each file’s own model plays, offline by default. Exit code 4 when a case fails or a file can’t be read.'
  static override examples = ['<%= config.bin %> test', '<%= config.bin %> test customer-service --json']
  static override strict = false
  static override args = { agent: Args.string({ description: 'Agents; default: all.' }) }
  static override flags = {
    model: Flags.string({ description: 'Plays all cases with this model.', helpValue: 'PROVIDER/MODEL' }),
    record: Flags.boolean({ description: 'Make the recordings that files name with `replay:` anew.' }),
    format: formatFlag,
  }

  async run(): Promise<unknown> {
    const { argv, flags } = await this.parse(Test)
    const root = this.projectRoot(flags)
    const { cases, diagnostics } = await runEvals({
      root,
      agents: argv as string[],
      model: flags.model,
      record: flags.record,
      onCase: result => flags.format !== 'sarif' && this.print(caseText(result)),
    })
    if (diagnostics.length > 0) this.note(await describeDiagnostics(root, diagnostics, process.stderr))
    const failed = cases.filter(({ failures }) => failures.length > 0)
    if (cases.length === 0 && diagnostics.length === 0) throw noEvals()
    await this.#report(root, [...diagnostics, ...failed.map(asDiagnostic)], flags.format)
    if (flags.format !== 'sarif') this.print(`\n${cases.length - failed.length} passed, ${failed.length} failed`)
    if (failed.length > 0 || diagnostics.length > 0) this.exitWith(4)
    return {
      cases: cases.map(({ place, ...result }) => ({ ...result, line: place.start.line })),
      failed: failed.length,
      diagnostics,
    }
  }

  /** For machines; people have read it case by case. */
  async #report(root: string, problems: Diagnostic[], format: Format): Promise<void> {
    const output = format === 'text' ? '' : await diagnosticOutput(root, problems, format)
    if (output) this.print(output)
  }
}

function caseText({ agent, name, model, ms, failures }: CaseResult): string {
  const out = process.stdout
  const mark = failures.length === 0 ? styled('green', '✓', out) : styled('red', '✗', out)
  const title = `${mark} ${agent}: ${visible(name)} ${styled('gray', `(${model}, ${duration(ms)})`, out)}`
  return [title, ...failures.map(failure => `    ${visible(failure)}`)].join('\n')
}

function asDiagnostic({ file, name, failures, place }: CaseResult): Diagnostic {
  return { code: 'EVAL_FAILED', severity: 'error', file, range: place, message: `${name}: ${failures.join('; ')}` }
}

function noEvals(): LoopengineError {
  return new LoopengineError('no_evals', 'There are no evals: no agent has a file evals/*.eval.yml.', {
    exitCode: 2,
    hint: 'docs/evals.md shows how one looks.',
  })
}
