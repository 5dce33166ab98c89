import { planRemoveTool } from '../scaffold/remove-tool.ts'
import { REMOVE_TOOL } from '../terminal/tool-questions.ts'
import { agentNames, chosenAgent, toolChoices } from './agent-choice.ts'
import { ChangeCommand } from './change-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class RemoveTool extends ChangeCommand {
  static override summary = 'Take a tool from an agent: its file, its entry in tools/index.ts, its rules.'
  static override description = 'Refused while something else of the project names the tool.'
  static override examples = ['<%= config.bin %> remove-tool get-order --agent customer-service']
  static override args = questionArgs(REMOVE_TOOL)
  static override flags = questionFlags(REMOVE_TOOL)

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(RemoveTool)
    const root = this.projectRoot(flags)
    const { agent } = await this.answers(
      { agent: chosenAgent(REMOVE_TOOL.agent, await agentNames(root)) },
      flags,
      flags,
    )
    const choices = this.asks(flags) ? await toolChoices(root, agent) : []
    const questions = { agent: REMOVE_TOOL.agent, name: { ...REMOVE_TOOL.name, choices } }
    const answers = await this.answers(questions, { ...args, agent }, flags)
    return this.write(
      root,
      flags,
      this.planWith(root, answers.name, plan => planRemoveTool(plan, answers)),
    )
  }
}
