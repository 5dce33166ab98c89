import { notInstalled } from '../abilities/installed-abilities.ts'
import { INSTALLED_ABILITY } from '../terminal/ability-questions.ts'
import type { Answers } from '../terminal/questions.ts'
import { abilityNames, agentsHaving } from './ability-choice.ts'
import { chosenAgents } from './agent-choice.ts'
import { ChangeCommand } from './change-command.ts'

/** A command that is about an ability which some agents have. */
export abstract class InstalledAbilityCommand extends ChangeCommand {
  /** The ability and the agents that the person means. @throws LoopengineError `ability_not_installed`, `missing_value` (2) */
  protected async chosen(
    root: string,
    args: Record<string, unknown>,
    flags: Parameters<ChangeCommand['asks']>[0] & Record<string, unknown>,
  ): Promise<Answers<typeof INSTALLED_ABILITY>> {
    const names = await abilityNames(root)
    const given = { name: args.name, agent: flags.agent }
    const { name } = await this.answers({ name: { ...INSTALLED_ABILITY.name, choices: names } }, given, flags)
    const agents = await agentsHaving(root, name)
    if (agents.length === 0) throw notInstalled(name, names)
    const questions = { name: INSTALLED_ABILITY.name, agent: chosenAgents(INSTALLED_ABILITY.agent, agents) }
    return this.answers(questions, { name, agent: flags.agent }, flags)
  }
}
