import { listAbilities } from '../abilities/list-abilities.ts'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import { abilityTable } from '../terminal/ability-text.ts'
import { BaseCommand } from './base-command.ts'

export default class ListAbilities extends BaseCommand {
  static override summary = 'List the installed abilities, and what was changed of each.'
  static override examples = ['<%= config.bin %> list-abilities', '<%= config.bin %> list-abilities --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(ListAbilities)
    const abilities = await listAbilities(new ChangePlan(this.projectRoot(flags), ''))
    const none = 'No ability is installed. `loopengine add-ability SPEC` installs one.'
    this.print(abilities.length === 0 ? none : abilityTable(abilities, process.stdout))
    return { abilities }
  }
}
