import { Flags } from '@oclif/core'
import { fetchAbility } from '../abilities/fetch-ability.ts'
import { type Inventory, inventoryOf } from '../abilities/inventory.ts'
import { packageManagerOf } from '../abilities/note-needs.ts'
import { planAddAbility } from '../abilities/plan-add.ts'
import { readSoundAbility } from '../abilities/sound-ability.ts'
import { parseAbilitySpec } from '../abilities/spec.ts'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import { installDependencies } from '../scaffold/init-install.ts'
import { ADD_ABILITY } from '../terminal/ability-questions.ts'
import { inventoryText } from '../terminal/ability-text.ts'
import { widthOf } from '../terminal/text-width.ts'
import { agentNames, chosenAgents } from './agent-choice.ts'
import { ChangeCommand } from './change-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'
import { refuseWidening, wideningFlag } from './refuse-widening.ts'

export default class AddAbility extends ChangeCommand {
  static override summary = 'Install an ability: its tools, skills and rules in one change.'
  static override description =
    'Shows what it brings, what it would newly allow and which variables it needs before anything is written. No code and no script of it runs.'
  static override examples = [
    '<%= config.bin %> add-ability @acme/refunds@^1 --agent customer-service',
    '<%= config.bin %> add-ability github:acme/refunds#v1.0.0 --dry-run',
    '<%= config.bin %> add-ability ./abilities/refunds --agent shop --agent desk --yes --fail-on-widening',
  ]
  static override args = questionArgs(ADD_ABILITY)
  static override flags = {
    ...questionFlags(ADD_ABILITY),
    ...wideningFlag,
    install: Flags.boolean({ description: 'Install the packages that it adds to package.json.' }),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AddAbility)
    const root = this.projectRoot(flags)
    const questions = { ...ADD_ABILITY, agent: chosenAgents(ADD_ABILITY.agent, await agentNames(root)) }
    const { spec, agent } = await this.answers(questions, { ...args, ...flags }, flags)
    const base = flags.cwd === undefined ? process.cwd() : root
    const { files, origin } = await fetchAbility(parseAbilitySpec(spec, base), root)
    const ability = await readSoundAbility(files, origin.spec)
    const inventory = inventoryOf(ability, origin)
    this.#show(inventory)
    const plan = this.planWith(root, ability.name, change => planAddAbility(change, { ability, origin }, agent))
    this.alsoGiven({ 'fail-on-widening': flags['fail-on-widening'], install: flags.install })
    const document = await this.write(root, flags, refuseWidening(plan, flags))
    const installs = document.applied && flags.install && document.changes.some(({ path }) => path === 'package.json')
    if (installs) await installDependencies(root, await packageManagerOf(new ChangePlan(root, '')), this.jsonEnabled())
    return { ...document, ability: inventory, installed: installs }
  }

  /** Copied files are for `--dry-run`; what they do is in the inventory. */
  protected override previewsDiffs(): boolean {
    return false
  }

  #show(inventory: Inventory): void {
    this.print(`${inventoryText(inventory, widthOf(process.stdout), process.stdout)}\n`)
  }
}
