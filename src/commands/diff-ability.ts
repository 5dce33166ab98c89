import { type AbilityDiff, diffAbility } from '../abilities/diff-ability.ts'
import { agentsWith, notInstalled } from '../abilities/installed-abilities.ts'
import { usageError } from '../core/errors.ts'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import { foldName } from '../scaffold/tool-name.ts'
import { INSTALLED_ABILITY } from '../terminal/ability-questions.ts'
import { visible } from '../terminal/visible.ts'
import { abilityNames } from './ability-choice.ts'
import { BaseCommand } from './base-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class DiffAbility extends BaseCommand {
  static override summary = 'Show what was changed of an ability since it was installed.'
  static override description = 'From what the ability brought to what is there now, for every agent that has it.'
  static override examples = [
    '<%= config.bin %> diff-ability refunds',
    '<%= config.bin %> diff-ability refunds --agent shop',
  ]
  static override args = questionArgs({ name: INSTALLED_ABILITY.name })
  static override flags = questionFlags({ agent: INSTALLED_ABILITY.agent })

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(DiffAbility)
    const root = this.projectRoot(flags)
    const plan = new ChangePlan(root, '')
    const names = await abilityNames(root)
    if (args.name === undefined)
      throw usageError(
        'missing_value',
        '`NAME` is missing.',
        `Give it. One of: ${names.join(', ') || 'none is installed'}.`,
      )
    const installed = await agentsWith(plan, String(args.name))
    if (installed.length === 0) throw notInstalled(String(args.name), names)
    const wanted = flags.agent as string[] | undefined
    const chosen = installed.filter(({ agent }) => !wanted || wanted.map(foldName).includes(foldName(agent.name)))
    const abilities: AbilityDiff[] = []
    for (const ability of chosen) abilities.push(await diffAbility(plan, ability))
    for (const diff of abilities) this.#show(diff)
    return { abilities }
  }

  #show({ agent, name, version, changes }: AbilityDiff): void {
    if (changes.length === 0) this.print(`Agent ${agent}: ${name} ${version} is as it came.`)
    for (const { diff } of changes) this.print(visible(diff).trimEnd())
  }
}
