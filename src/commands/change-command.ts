import { styleText } from 'node:util'
import type { Interfaces } from '@oclif/core'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { ChangeSet } from '../edit/change-set/change-set.ts'
import { type ChangeSetJson, changeSetJson } from '../edit/change-set/change-set-json.ts'
import { describeChangeSet } from '../edit/change-set/describe-change-set.ts'
import { type Answers, answerAll, confirmed, type Given, type Questions } from '../terminal/questions.ts'
import { recoveryText } from '../terminal/recovery-text.ts'
import { WritingCommand } from './base-command.ts'
import { commandLine, flagWords } from './command-line.ts'
import { type Planner, type Written, writeChange } from './write-change.ts'

type CommonFlags = Pick<Interfaces.InferredFlags<typeof WritingCommand.baseFlags>, 'cwd' | 'dry-run' | 'yes'>

/** A command that plans one change of the project, shows it and applies it. */
export abstract class ChangeCommand extends WritingCommand {
  /** There is a person at a terminal who wants to be asked. */
  protected asks(flags: CommonFlags): boolean {
    const inCi = !['', '0', 'false', undefined].includes(process.env.CI)
    const atTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true
    return atTerminal && !flags.yes && !inCi && !this.jsonEnabled()
  }

  /** An answer to every question, from the command line or the person. */
  protected async answers<T extends Questions>(questions: T, given: Given, flags: CommonFlags): Promise<Answers<T>> {
    const { answers, asked } = await answerAll(questions, given, { asks: this.asks(flags) })
    if (asked || this.#sameLine !== undefined) this.#sameLine = this.#line(questions, answers, flags)
    return answers
  }

  /** Flags beside the questions, for the command line that is told after questions. */
  protected alsoGiven(flags: Given): void {
    if (this.#sameLine !== undefined) this.#sameLine = `${this.#sameLine}${flagWords(flags)}`
  }

  /** Runs a planner; the title is the command and its object, as `undo` lists it. */
  protected planWith(root: string, object: string, fill: (plan: ChangePlan) => Promise<void>): Planner {
    return async reader => {
      const plan = new ChangePlan(root, `${this.id ?? ''} ${object}`.trim(), reader)
      await fill(plan)
      return plan.changeSet()
    }
  }

  /** Shows, confirms and applies; the JSON document of every writing command. */
  protected async write(root: string, flags: CommonFlags, plan: Planner): Promise<ChangeSetJson> {
    const dryRun = flags['dry-run'] === true
    const written = await writeChange({
      root,
      plan,
      owner: this.id ?? '',
      dryRun,
      recovered: recovery => this.note(recoveryText(recovery)),
      ...(this.asks(flags) && !dryRun ? { confirm: changeSet => this.#confirm(changeSet) } : {}),
    })
    this.#showWritten(written, { dryRun, confirmed: this.asks(flags) })
    return changeSetJson(written.changeSet, written.id)
  }

  /** Whether a person sees every difference before confirming; else the files only. */
  protected previewsDiffs(): boolean {
    return true
  }

  /** Set when somebody was asked. */
  #sameLine: string | undefined

  #line(questions: Questions, answers: Given, { cwd }: CommonFlags): string {
    const line = commandLine(this.id ?? '', questions, answers)
    return cwd === undefined ? line : `${line} --cwd ${cwd}`
  }

  async #confirm(changeSet: ChangeSet): Promise<boolean> {
    this.print(describeChangeSet(changeSet, { colour: colourful(), diffs: this.previewsDiffs() }))
    this.print('')
    return confirmed('Make this change?')
  }

  #showWritten({ changeSet, id, declined }: Written, { dryRun, confirmed }: { dryRun: boolean; confirmed: boolean }) {
    if (declined) this.exitWith(130)
    else if (changeSet.changes.length === 0) this.print('There is nothing to change.')
    else if (dryRun || !confirmed) this.print(describeChangeSet(changeSet, { colour: colourful(), diffs: dryRun }))
    if (id !== null) this.print(`\nDone. \`loopengine undo ${id}\` takes it back.`)
    if (dryRun) this.print('\nNothing was written (--dry-run).')
    if (this.#sameLine !== undefined) this.note(`The same without questions: ${this.#sameLine}`)
  }
}

function colourful(): boolean {
  return styleText('red', 'x', { stream: process.stdout }) !== 'x'
}
