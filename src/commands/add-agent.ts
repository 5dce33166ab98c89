import { planAddAgent } from '../scaffold/add-agent.ts'
import { ADD_AGENT } from '../terminal/agent-questions.ts'
import { ChangeCommand } from './change-command.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

export default class AddAgent extends ChangeCommand {
  static override summary = 'Make an agent: agents/NAME with its config, its rules and an empty list of tools.'
  static override description =
    'Its rules deny everything until a tool brings one. In a terminal, what is not given is asked for.'
  static override examples = [
    `<%= config.bin %> add-agent librarian --prompt 'You look books up.'`,
    '<%= config.bin %> add-agent librarian --model anthropic/claude-sonnet-4-5 --yes',
  ]
  static override args = questionArgs(ADD_AGENT)
  static override flags = questionFlags(ADD_AGENT)

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(AddAgent)
    const root = this.projectRoot(flags)
    const agent = await this.answers(ADD_AGENT, { ...args, ...flags }, flags)
    return this.write(
      root,
      flags,
      this.planWith(root, agent.name, plan => planAddAgent(plan, agent)),
    )
  }
}
