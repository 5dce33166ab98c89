import { Args } from '@oclif/core'
import type { Message } from '../../core/message.ts'
import { pendingOf } from '../../sessions/pending.ts'
import { SessionStore } from '../../sessions/session-store.ts'
import { describeCall } from '../../terminal/describe-call.ts'
import { sessionRow } from '../../terminal/session-row.ts'
import { styled } from '../../terminal/style.ts'
import { visible } from '../../terminal/visible.ts'
import { BaseCommand } from '../base-command.ts'

export default class SessionsShow extends BaseCommand {
  static override summary = 'Show the conversation of a session.'
  static override examples = ['<%= config.bin %> sessions show 20261130-101500-4f2a9c01de']
  static override args = { session: Args.string({ description: 'The id of the session.', required: true }) }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(SessionsShow)
    const session = await new SessionStore(this.projectRoot(flags)).read(args.session)
    const { messages, usage, variables, lastStop } = session.state
    const pending = pendingOf(session.state)
    for (const message of messages) for (const line of linesOf(message)) this.print(line)
    for (const request of pending)
      this.print(styled('yellow', `waits: ${request.id} (${request.kind})`, process.stdout))
    return { ...sessionRow(session), messages, pending, variables, usage, stopReason: lastStop ?? null }
  }
}

function linesOf(message: Message): string[] {
  const out = process.stdout
  if (message.role === 'user') return [`${styled('cyan', '›', out)} ${visible(message.text)}`]
  if (message.role === 'tool') {
    return message.results.map(({ name, kind, text }) =>
      styled('gray', `    ${name} ${kind}: ${visible(text.slice(0, 400))}`, out),
    )
  }
  return message.parts.map(part => {
    if (part.type === 'call') return styled('gray', `  → ${describeCall(part.call)}`, out)
    return part.type === 'text' ? `  ${visible(part.text)}` : styled('gray', `  (${visible(part.text)})`, out)
  })
}
