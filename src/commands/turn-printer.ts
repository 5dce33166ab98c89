import type { Pending } from '../core/approval.ts'
import type { Emit } from '../core/event.ts'
import { eventPrinter } from '../terminal/event-printer.ts'
import { styled } from '../terminal/style.ts'
import { visible } from '../terminal/visible.ts'

/** A turn for people in a script: calls, waiting requests and errors on stderr, the answer on stdout. */
export function turnPrinter(): Emit {
  const print = eventPrinter({ log: process.stderr })
  const note = (text: string): void => void process.stderr.write(`${text}\n`)
  return event => {
    print(event)
    if (event.type === 'error') {
      note(
        `${styled('red', 'Error:', process.stderr)} ${visible(event.error.message)}${event.error.hint ? `\n  ${event.error.hint}` : ''}`,
      )
    }
    if (event.type !== 'turn_end') return
    if (event.text !== '') process.stdout.write(`${visible(event.text)}\n`)
    for (const request of event.pending) note(waitingText(request))
    if (event.stopReason === 'max_turns')
      note('Stopped: the agent used all of its model calls for one turn (`maxTurns`).')
    if (event.stopReason === 'aborted') note('Stopped.')
  }
}

function waitingText(request: Pending): string {
  if (request.kind === 'question')
    return `Question: ${visible(request.question.text)}\n  loopengine approvals answer ${request.id} "…"`
  return `Needs approval: ${visible(request.reason)}\n  loopengine approvals approve ${request.id}   (or: approvals deny ${request.id} --reason "…")`
}
