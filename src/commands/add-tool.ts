import { Flags } from '@oclif/core'
import type { DecisionWord } from '../core/rule.ts'
import { planAddTool } from '../scaffold/add-tool.ts'
import { ADD_TOOL } from '../terminal/tool-questions.ts'
import { agentNames, chosenAgent } from './agent-choice.ts'
import { ChangeCommand } from './change-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class AddTool extends ChangeCommand {
  static override summary = 'Give an agent a tool: its file, its entry in tools/index.ts, its rule in actauth.yml.'
  static override description = 'All three are written or none. In a terminal, what is not given is asked for.'
  static override examples = [
    `<%= config.bin %> add-tool get-order --agent customer-service --description 'Look an order up by its id' --param 'orderId:string:The order id' --safe`,
    '<%= config.bin %> add-tool cancel-order --agent customer-service --decision ask --dry-run',
  ]
  static override args = questionArgs(ADD_TOOL)
  static override flags = {
    ...questionFlags(ADD_TOOL),
    kind: Flags.option({ options: ['local'] as const, default: 'local', description: 'How the tool is made.' })(),
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AddTool)
    const root = this.projectRoot(flags)
    const questions = { ...ADD_TOOL, agent: chosenAgent(ADD_TOOL.agent, await agentNames(root)) }
    const { param, ...tool } = await this.answers(questions, { ...args, ...flags }, flags)
    const wanted = { ...tool, parameters: param, decision: tool.decision as DecisionWord }
    return this.write(
      root,
      flags,
      this.planWith(root, tool.name, plan => planAddTool(plan, wanted)),
    )
  }
}
