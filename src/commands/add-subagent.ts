import type { DecisionWord } from '../core/rule.ts'
import { planAddSubagent } from '../scaffold/add-agent.ts'
import { ADD_SUBAGENT } from '../terminal/agent-questions.ts'
import { agentNames, chosenAgent } from './agent-choice.ts'
import { ChangeCommand } from './change-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class AddSubagent extends ChangeCommand {
  static override summary = 'Make an agent that another one uses as a tool: PARENT/subagents/NAME, and its rule.'
  static override description =
    'The parent hands it a request and gets its final text. A child never does what the rules of its own file deny.'
  static override examples = [
    `<%= config.bin %> add-subagent customer-service returns --description 'Decides whether a return is accepted.'`,
    '<%= config.bin %> add-subagent customer-service/returns labels --yes',
  ]
  static override args = questionArgs(ADD_SUBAGENT)
  static override flags = questionFlags(ADD_SUBAGENT)

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AddSubagent)
    const root = this.projectRoot(flags)
    const questions = { ...ADD_SUBAGENT, parent: chosenAgent(ADD_SUBAGENT.parent, await agentNames(root)) }
    const { description, decision, ...agent } = await this.answers(questions, { ...args, ...flags }, flags)
    const wanted = { ...agent, toolDescription: description, decision: decision as DecisionWord }
    const object = `${agent.parent}/${agent.name}`
    return this.write(
      root,
      flags,
      this.planWith(root, object, plan => planAddSubagent(plan, wanted)),
    )
  }
}
