import { toErrorRecord } from '../core/error-record.ts'
import { isLoopengineError } from '../core/errors.ts'
import type { ErrorRecord, StopReason } from '../core/event.ts'
import type { ConversationOptions } from '../runtime/conversation.ts'
import { eventPrinter } from './event-printer.ts'
import { styled } from './style.ts'
import { terminalApprover } from './terminal-approver.ts'
import { visible } from './visible.ts'

export type TurnSetup = Omit<ConversationOptions, 'approver' | 'emit' | 'signal'>

/** One turn of a chat, stopped by Ctrl-C. Errors are said, and the chat goes on; only a lost session ends it. */
export async function chatTurn(
  setup: TurnSetup,
  start: (turn: ConversationOptions) => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  const out = process.stdout
  const print = eventPrinter({ log: out, text: out })
  process.on('SIGINT', stop)
  try {
    await start({
      ...setup,
      approver: terminalApprover(stop),
      signal: controller.signal,
      emit: event => {
        print(event)
        if (event.type === 'error') out.write(`${errorText(event.error, out)}\n`)
        if (event.type === 'turn_end') sayEnd(event.stopReason)
      },
    })
  } catch (error) {
    if (isLoopengineError(error) && error.code === 'locked') throw error
    out.write(`${errorText(toErrorRecord(error), out)}\n`)
  } finally {
    process.off('SIGINT', stop)
  }
}

/** An error of a turn for people. */
export function errorText({ message, hint }: ErrorRecord, stream: NodeJS.WriteStream): string {
  return `${styled('red', 'Error:', stream)} ${visible(message)}${hint ? `\n  ${visible(hint)}` : ''}`
}

const SAID: Partial<Record<StopReason, string>> = {
  aborted: 'Stopped.',
  denied: 'Stopped: you refused the call.',
  max_turns: 'Stopped: the agent used all of its model calls for one turn (`maxTurns`). Say “go on” to continue.',
  pending: 'The turn waits for an answer.',
}

function sayEnd(stopReason: StopReason): void {
  const said = SAID[stopReason]
  if (said !== undefined) process.stdout.write(`${styled('yellow', said, process.stdout)}\n`)
}
