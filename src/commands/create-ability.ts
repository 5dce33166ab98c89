import { mkdir, rm } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { planCreateAbility } from '../abilities/create.ts'
import { findProjectRoot } from '../registry/project-root.ts'
import { CREATE_ABILITY } from '../terminal/ability-questions.ts'
import { ChangeCommand } from './change-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class CreateAbility extends ChangeCommand {
  static override summary = 'Make an ability: a package with a tool, a skill and rules that others can install.'
  static override description = 'Inside a project or in a folder of its own. Files that are there are left as they are.'
  static override examples = [
    '<%= config.bin %> create-ability abilities/refunds',
    `<%= config.bin %> create-ability refunds --name @acme/refunds --description 'Pays refunds out'`,
  ]
  static override args = questionArgs(CREATE_ABILITY)
  static override flags = questionFlags(CREATE_ABILITY)

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(CreateAbility)
    const { dir, name, description } = await this.answers(CREATE_ABILITY, { ...args, ...flags }, flags)
    const target = resolve(flags.cwd ?? '.', dir)
    const root = findProjectRoot(target) ?? target
    const folder = relative(root, target).replaceAll('\\', '/')
    const made = flags['dry-run'] ? undefined : await mkdir(root, { recursive: true })
    let applied = false
    try {
      const plan = this.planWith(root, dir, change => planCreateAbility(change, { folder, name, description }))
      const document = await this.write(root, flags, plan)
      applied = document.applied
      return document
    } finally {
      if (made !== undefined && !applied) await rm(made, { recursive: true, force: true })
    }
  }

  /** Every file is new. */
  protected override previewsDiffs(): boolean {
    return false
  }
}
