import { Args, Flags } from '@oclif/core'
import { AnswerCommand } from '../answer-command.ts'
import { jsonObject, modelFlag } from '../turn-flags.ts'

export default class ApprovalsApprove extends AnswerCommand {
  static override summary = 'Approve a waiting call; its turn goes on where it stopped.'
  static override examples = ['<%= config.bin %> approvals approve 20261130-101500-4f2a9c01de.1']
  static override args = { id: Args.string({ description: 'The id of the approval.', required: true }) }
  static override flags = {
    args: Flags.string({
      description: 'Run it with these arguments instead; they are checked and gated again.',
      helpValue: 'JSON',
    }),
    session: Flags.boolean({ description: 'Do not ask again for this tool in this session.' }),
    model: modelFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ApprovalsApprove)
    const input = flags.args === undefined ? undefined : jsonObject('--args', flags.args)
    const remember = flags.session ? ('session' as const) : undefined
    await this.answer({ ...flags }, args.id, { kind: 'approval', answer: { kind: 'approve', input, remember } })
  }
}
