import { Flags } from '@oclif/core'
import { notInstalled } from '../abilities/installed-abilities.ts'
import { planRemoveAbility } from '../abilities/plan-remove.ts'
import { nearest } from '../core/nearest.ts'
import { INSTALLED_ABILITY } from '../terminal/ability-questions.ts'
import { abilityIn, abilityNames, agentsHaving } from './ability-choice.ts'
import { InstalledAbilityCommand } from './installed-ability-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class RemoveAbility extends InstalledAbilityCommand {
  static override summary = 'Take an ability from an agent: its tools, skills, rules and packages.'
  static override description =
    'Works without a network. Refused when you changed something of it, unless --force is given; an ability that nobody changed leaves no byte behind.'
  static override examples = [
    '<%= config.bin %> remove-ability refunds',
    '<%= config.bin %> remove-ability refunds --agent shop --force',
  ]
  static override args = questionArgs(INSTALLED_ABILITY)
  static override flags = {
    ...questionFlags(INSTALLED_ABILITY),
    force: Flags.boolean({ description: 'Remove what you changed of it too.' }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(RemoveAbility)
    const root = this.projectRoot(flags)
    const gone = args.name === undefined ? undefined : await this.#isGone(root, String(args.name))
    const { name, agent } = gone ? { name: String(args.name), agent: [] } : await this.chosen(root, args, flags)
    this.alsoGiven({ force: flags.force })
    const plan = this.planWith(root, name, async change => {
      if (gone) change.note(`\`${name}\` is not installed.`)
      await planRemoveAbility(change, gone ? [] : await abilityIn(change, name, agent), { force: flags.force })
    })
    return this.write(root, flags, plan)
  }

  /** What is not there is removed already; a name that is nearly one of an ability is a mistake. */
  async #isGone(root: string, name: string): Promise<boolean> {
    if ((await agentsHaving(root, name)).length > 0) return false
    const names = await abilityNames(root)
    if (nearest(name, names) !== undefined) throw notInstalled(name, names)
    return true
  }

  /** What goes is what the ability brought. */
  protected override previewsDiffs(): boolean {
    return false
  }
}
