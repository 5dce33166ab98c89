import { resolve } from 'node:path'
import { Command, Flags, type Interfaces } from '@oclif/core'
import type { Agent } from '../core/agent.ts'
import { hasErrors } from '../core/diagnostic.ts'
import { projectEnvironment } from '../registry/project-env.ts'
import { findProjectRoot, projectRoot } from '../registry/project-root.ts'
import { SessionStore } from '../sessions/session-store.ts'
import { describeDiagnostics } from '../terminal/describe-diagnostics.ts'
import { styled } from '../terminal/style.ts'
import { redirectConsole } from '../terminal/user-console.ts'
import { recoverFirst } from './recover-first.ts'
import { wantsJson } from './wants-json.ts'

type Output = Interfaces.OutputFlags<Interfaces.FlagInput>

type ArgOutput = Interfaces.OutputArgs<Interfaces.ArgInput>

const commonFlags = {
  json: Flags.boolean({ description: 'Print one JSON document on stdout.', helpGroup: 'GLOBAL' }),
  cwd: Flags.string({
    description: 'The project. Default: the nearest parent folder with agents/.',
    helpValue: 'DIR',
    helpGroup: 'GLOBAL',
  }),
  'no-color': Flags.boolean({ description: 'Print without colours.', helpGroup: 'GLOBAL' }),
}

/**
 * What every command shares. A command parses, calls one function and prints; what its `run` returns is the document
 * that `--json` prints. It throws `LoopengineError` for people: `report-error.ts` prints and turns it into an exit code.
 */
export abstract class BaseCommand extends Command {
  static override baseFlags = commonFlags

  protected override async init(): Promise<void> {
    await super.init()
    redirectConsole()
  }

  /** Reads the command line; then what a killed command left in the project is put right before anything is read. */
  protected override async parse<F extends Output, B extends Output, A extends ArgOutput>(
    options?: Interfaces.Input<F, B, A>,
    argv?: string[],
  ): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv)
    const { cwd } = parsed.flags as { cwd?: string }
    const root = findProjectRoot(resolve(cwd ?? '.'))
    if (root !== undefined && this.recoversFirst()) await recoverFirst(root, this.id ?? '', text => this.note(text))
    return parsed
  }

  /** Commands that write do it themselves, under the lock. */
  protected recoversFirst(): boolean {
    return true
  }

  /** `--json` was given. */
  override jsonEnabled(): boolean {
    return wantsJson(this.argv)
  }

  /** The one JSON document of a command, on stdout. `run`'s return value arrives here by itself. */
  override logJson(document: unknown): void {
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  }

  /** One JSON object on a line of its own, for commands that stream (`run --json`, `call --json`). */
  protected printJsonLine(object: unknown): void {
    process.stdout.write(`${JSON.stringify(object)}\n`)
  }

  /** Text for people on stdout; nothing with `--json`. */
  protected print(text: string): void {
    if (!this.jsonEnabled()) process.stdout.write(`${text}\n`)
  }

  /** Text for people on stderr, with `--json` too. */
  protected note(text: string): void {
    process.stderr.write(`${text}\n`)
  }

  /** How the process ends when `run` returns. */
  protected exitWith(code: number): void {
    process.exitCode = code
  }

  /** The project's folder, absolute. Throws `no_project` (exit code 2). */
  protected projectRoot(flags: { cwd?: string | undefined }): string {
    return projectRoot(process.cwd(), flags.cwd)
  }

  /** The project's sessions, where its environment or its `.env` puts them. */
  protected sessions(root: string): SessionStore {
    return new SessionStore(root, projectEnvironment(root))
  }

  /** Problems in the files of an agent that can run, on stderr. Errors among them are in its rules: they deny all. */
  protected async showProblems(root: string, { name, diagnostics }: Agent): Promise<void> {
    if (diagnostics.length === 0) return
    this.note(await describeDiagnostics(root, diagnostics, process.stderr))
    if (hasErrors(diagnostics))
      this.note(styled('red', `No tool of agent \`${name}\` runs until its rules are mended.`, process.stderr))
  }

  /** One error path for all: the outermost handler prints. */
  protected override async catch(error: unknown): Promise<never> {
    throw error
  }
}

/** A command that changes files of the project. */
export abstract class WritingCommand extends BaseCommand {
  static override baseFlags = {
    ...commonFlags,
    'dry-run': Flags.boolean({ description: 'Show the changes and write nothing.' }),
    yes: Flags.boolean({ char: 'y', description: 'Ask nothing: take the defaults and confirm.' }),
  }

  protected override recoversFirst(): boolean {
    return false
  }
}
