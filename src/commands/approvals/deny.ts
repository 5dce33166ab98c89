import { Args, Flags } from '@oclif/core'
import { AnswerCommand } from '../answer-command.ts'
import { modelFlag } from '../turn-flags.ts'

export default class ApprovalsDeny extends AnswerCommand {
  static override summary = 'Refuse a waiting call; the model is told, and the turn goes on.'
  static override examples = [
    '<%= config.bin %> approvals deny 20261130-101500-4f2a9c01de.1 --reason "Ask for a photo first"',
  ]
  static override args = { id: Args.string({ description: 'The id of the approval.', required: true }) }
  static override flags = {
    reason: Flags.string({ description: 'Told to the model.', helpValue: 'TEXT' }),
    stop: Flags.boolean({ description: 'End the turn instead of going on.' }),
    model: modelFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ApprovalsDeny)
    const { reason, stop } = flags
    await this.answer({ ...flags }, args.id, { kind: 'approval', answer: { kind: 'deny', reason, stop } })
  }
}
