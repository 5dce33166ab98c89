import { Flags } from '@oclif/core'
import type { InstalledAbility } from '../abilities/installed-abilities.ts'
import { fetchUpgrades, planUpgrades } from '../abilities/upgrades.ts'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import { INSTALLED_ABILITY } from '../terminal/ability-questions.ts'
import { inventoryText } from '../terminal/ability-text.ts'
import { widthOf } from '../terminal/text-width.ts'
import { abilityIn } from './ability-choice.ts'
import { InstalledAbilityCommand } from './installed-ability-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'
import { refuseWidening, wideningFlag } from './refuse-widening.ts'

export default class UpgradeAbility extends InstalledAbilityCommand {
  static override summary = 'Bring an ability to another version and keep what you changed.'
  static override description =
    'Every file and rule is merged: what it brought, what you made of it, what the new version brings. A conflict writes nothing, unless --conflict=markers is given.'
  static override examples = [
    '<%= config.bin %> upgrade-ability refunds',
    '<%= config.bin %> upgrade-ability @acme/refunds --to ^2 --dry-run',
    '<%= config.bin %> upgrade-ability refunds --conflict markers',
  ]
  static override args = questionArgs(INSTALLED_ABILITY)
  static override flags = {
    ...questionFlags(INSTALLED_ABILITY),
    ...wideningFlag,
    to: Flags.string({
      description: 'A range or tag of the package, a ref for git, or another tarball or folder.',
      helpValue: 'RANGE',
    }),
    conflict: Flags.option({
      options: ['refuse', 'markers'] as const,
      default: 'refuse',
      description: 'What to do when you and the new version changed the same lines.',
    })(),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(UpgradeAbility)
    const root = this.projectRoot(flags)
    const { name, agent } = await this.chosen(root, args, flags)
    this.alsoGiven({ to: flags.to, conflict: flags.conflict === 'refuse' ? undefined : flags.conflict })
    const base = flags.cwd === undefined ? process.cwd() : root
    const installed: InstalledAbility[] = await abilityIn(new ChangePlan(root, ''), name, agent)
    const upgrades = await fetchUpgrades(installed, { root, to: flags.to, base, conflict: flags.conflict })
    for (const { inventory, isNew } of upgrades.values()) {
      if (isNew) this.print(`${inventoryText(inventory, widthOf(process.stdout), process.stdout)}\n`)
    }
    const plan = this.planWith(root, name, async change =>
      planUpgrades(change, upgrades, await abilityIn(change, name, agent)),
    )
    return this.write(root, flags, refuseWidening(plan, flags))
  }
}
