import { listPending } from '../../runtime/answer-pending.ts'
import { pendingText } from '../../terminal/pending-text.ts'
import { styled } from '../../terminal/style.ts'
import { BaseCommand } from '../base-command.ts'

export default class ApprovalsList extends BaseCommand {
  static override summary = 'List the calls and questions that wait for a person.'
  static override examples = ['<%= config.bin %> approvals list', '<%= config.bin %> approvals list --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(ApprovalsList)
    const waiting = await listPending(this.sessions(this.projectRoot(flags)))
    for (const { agent, request } of waiting) {
      this.print(`${request.id}  ${styled('gray', agent, process.stdout)}`)
      this.print(`${pendingText(request, process.stdout)}\n`)
    }
    if (waiting.length === 0) this.print('Nothing waits for you.')
    return { pending: waiting.map(({ sessionId, agent, request }) => ({ sessionId, agent, ...request })) }
  }
}
