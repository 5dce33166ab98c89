import { Args } from '@oclif/core'
import { AnswerCommand } from '../answer-command.ts'
import { modelFlag } from '../turn-flags.ts'

export default class ApprovalsAnswer extends AnswerCommand {
  static override summary = 'Answer a waiting question; its turn goes on where it stopped.'
  static override examples = ['<%= config.bin %> approvals answer 20261130-101500-4f2a9c01de.1 "The blue one"']
  static override args = {
    id: Args.string({ description: 'The id of the question.', required: true }),
    text: Args.string({ description: 'The answer.', required: true }),
  }
  static override flags = { model: modelFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ApprovalsAnswer)
    await this.answer({ ...flags }, args.id, { kind: 'question', text: args.text })
  }
}
