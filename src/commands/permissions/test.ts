import { Args, Flags } from '@oclif/core'
import { type Diagnostic, hasErrors } from '../../core/diagnostic.ts'
import { LoopengineError } from '../../core/errors.ts'
import type { CaseOutcome } from '../../permissions/cases/permission-case.ts'
import { projectPermissions } from '../../registry/agent-permissions.ts'
import { type PermissionTests, testPermissions } from '../../registry/test-permissions.ts'
import { caseTable, coverageText } from '../../terminal/permission-tests.ts'
import { BaseCommand } from '../base-command.ts'
import { diagnosticOutput, formatFlag } from '../diagnostic-output.ts'
import { flatDiagnostic } from '../flat-diagnostic.ts'

export default class PermissionsTest extends BaseCommand {
  static override summary = 'Ask the rules about the calls in actauth.test.yml, and compare.'
  static override description =
    `Reads agents/<agent>/actauth.test.yml: calls, and what must be decided about each. Runs no tool. Says which rules no case reaches.
Exit code 4 when a case fails or a file has an error.`
  static override examples = [
    '<%= config.bin %> permissions test',
    '<%= config.bin %> permissions test customer-service --json',
  ]
  static override args = { agent: Args.string({ description: 'The agent. Default: all.' }) }
  static override flags = {
    static: Flags.boolean({ description: 'Load no code: read the rules and tools from the files.' }),
    format: formatFlag,
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(PermissionsTest)
    const root = this.projectRoot(flags)
    const project = await projectPermissions(root, { only: args.agent, static: flags.static })
    const all = await Promise.all(project.agents.map(agent => testPermissions(root, agent)))
    const tests = all.filter(one => one !== undefined)
    if (tests.length === 0) throw noTests(args.agent)
    const diagnostics = tests.flatMap(one => one.diagnostics)
    const failed = tests.flatMap(({ outcomes }) => outcomes).filter(({ failure }) => failure !== undefined).length
    await this.#show(root, tests, { format: flags.format, failed, diagnostics })
    if (failed > 0 || hasErrors(diagnostics)) this.exitWith(4)
    return {
      cases: tests.flatMap(one => one.outcomes.map(outcome => caseRow(one, outcome))),
      failed,
      coverage: tests.map(({ agent, rulesFile, coverage }) => ({ agent, file: rulesFile, ...coverage })),
      diagnostics: diagnostics.map(flatDiagnostic),
    }
  }

  async #show(root: string, tests: PermissionTests[], { format, failed, diagnostics }: Shown): Promise<void> {
    if (format === 'text') {
      if (diagnostics.length > 0) this.print(`${await diagnosticOutput(root, diagnostics, format)}\n`)
      for (const one of tests) this.print(caseTable(one))
      for (const one of tests) this.print(coverageText(one))
    } else {
      const output = await diagnosticOutput(root, [...diagnostics, ...tests.flatMap(problemsOf)], format)
      if (output) this.print(output)
    }
    const passed = tests.flatMap(({ outcomes }) => outcomes).length - failed
    if (format !== 'sarif') this.print(`${passed} passed, ${failed} failed`)
  }
}

interface Shown {
  format: 'text' | 'github' | 'sarif'
  failed: number
  diagnostics: Diagnostic[]
}

function caseRow({ agent, file }: PermissionTests, { expected, ...outcome }: CaseOutcome) {
  const { name, tool, args, scope, place, decision, rule } = expected
  const wanted = { decision, ...(rule === undefined ? {} : { rule }) }
  const passed = outcome.failure === undefined
  return { agent, file, line: place.start.line, name, tool, args, ...scope, expected: wanted, ...outcome, passed }
}

/** Failures and rules without a case, as problems at their places. */
function problemsOf({ file, rulesFile, outcomes, coverage }: PermissionTests): Diagnostic[] {
  const failures = outcomes.flatMap(({ expected: { name, place }, failure }): Diagnostic[] => {
    if (failure === undefined) return []
    return [{ code: 'PERMISSION_TEST_FAILED', severity: 'error', message: `${name}: ${failure}`, file, range: place }]
  })
  const uncovered = coverage.uncovered.map(({ name, line = 1 }): Diagnostic => {
    const range = { start: { line, column: 1 }, end: { line, column: 1 } }
    const message = `No case of ${file} is decided by the rule \`${name}\`.`
    return { code: 'PERMISSION_TEST_UNCOVERED', severity: 'info', message, file: rulesFile, range }
  })
  return [...failures, ...uncovered]
}

function noTests(agent: string | undefined): LoopengineError {
  const whose = agent === undefined ? 'no agent has a file' : `agent \`${agent}\` has no file`
  return new LoopengineError('no_permission_tests', `There are no permission tests: ${whose} actauth.test.yml.`, {
    exitCode: 2,
    hint: 'docs/permissions.md shows how one looks; it lies beside actauth.yml.',
  })
}
