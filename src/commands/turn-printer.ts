import type { Emit, StopReason } from '../core/event.ts'
import { errorText } from '../terminal/error-text.ts'
import { eventPrinter } from '../terminal/event-printer.ts'
import { MarkdownFlow } from '../terminal/markdown/markdown-flow.ts'
import { pendingText } from '../terminal/pending-text.ts'
import { styled } from '../terminal/style.ts'
import { visible } from '../terminal/visible.ts'

/** A turn for people in a script: calls, waiting requests and errors on stderr, the answer on stdout. */
export function turnPrinter(): Emit {
  const print = eventPrinter({ log: process.stderr })
  return event => {
    print(event)
    if (event.type === 'error') note(errorText(event.error, process.stderr))
    if (event.type !== 'turn_end') return
    if (event.text !== '') printAnswer(event.text)
    for (const request of event.pending) note(pendingText(request, process.stderr))
    const said = SAID[event.stopReason]
    if (said !== undefined) note(styled('yellow', said, process.stderr))
  }
}

const SAID: Partial<Record<StopReason, string>> = {
  max_turns: 'Stopped: the agent used all of its model calls for one turn (`maxTurns`).',
  aborted: 'Stopped.',
}

/** Rendered at a terminal; into a pipe or a file as it is. */
function printAnswer(text: string): void {
  if (!process.stdout.isTTY) {
    process.stdout.write(`${visible(text)}\n`)
    return
  }
  const flow = new MarkdownFlow(process.stdout)
  flow.write(text)
  flow.end()
}

function note(text: string): void {
  process.stderr.write(`${text}\n`)
}
