import { listPending } from '../../runtime/answer-pending.ts'
import { SessionStore } from '../../sessions/session-store.ts'
import { describeCall } from '../../terminal/describe-call.ts'
import { styled } from '../../terminal/style.ts'
import { visible } from '../../terminal/visible.ts'
import { BaseCommand } from '../base-command.ts'

export default class ApprovalsList extends BaseCommand {
  static override summary = 'List the calls and questions that wait for a person.'
  static override examples = ['<%= config.bin %> approvals list', '<%= config.bin %> approvals list --json']

  async run(): Promise<unknown> {
    const { flags } = await this.parse(ApprovalsList)
    const waiting = await listPending(new SessionStore(this.projectRoot(flags)))
    for (const { agent, request } of waiting) {
      const what = request.kind === 'approval' ? describeCall(request.call) : visible(request.question.text)
      this.print(`${styled('bold', request.id, process.stdout)}  ${agent}  ${request.kind}  ${what}`)
    }
    if (waiting.length === 0) this.print('Nothing waits for you.')
    return { pending: waiting.map(({ sessionId, agent, request }) => ({ sessionId, agent, ...request })) }
  }
}
