import { toErrorRecord } from '../core/error-record.ts'
import { isLoopengineError } from '../core/errors.ts'
import type { Emit, StopReason } from '../core/event.ts'
import type { ConversationOptions } from '../runtime/conversation.ts'
import type { ChatConsole } from './editor/chat-console.ts'
import { errorText } from './error-text.ts'
import { eventPrinter } from './event-printer.ts'
import { PromptQueue } from './prompt-queue.ts'
import { styled } from './style.ts'
import { terminalApprover } from './terminal-approver.ts'

export type TurnSetup = Omit<ConversationOptions, 'approver' | 'emit' | 'signal'>

export interface ChatTurn {
  setup: TurnSetup
  /** The project, absolute. */
  root: string
  terminal: ChatConsole
}

/** One turn of a chat, stopped by Ctrl-C. Errors are said, and the chat goes on; only a lost session ends it. */
export async function chatTurn(
  { setup, root, terminal }: ChatTurn,
  start: (turn: ConversationOptions) => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  const prompts = new PromptQueue()
  const print = turnPrinter(terminal.out)
  const endTurn = terminal.startTurn(stop)
  try {
    await start({
      ...setup,
      approver: terminalApprover({
        terminal,
        prompts,
        root,
        agentName: setup.agent.name,
        scope: setup.scope,
        interrupted: stop,
      }),
      signal: controller.signal,
      emit: event => prompts.show(() => print(event)),
    })
  } catch (error) {
    if (isLoopengineError(error) && error.code === 'locked') throw error
    terminal.out.write(`${errorText(toErrorRecord(error), terminal.out)}\n`)
  } finally {
    endTurn()
  }
}

const SAID: Partial<Record<StopReason, string>> = {
  aborted: 'Stopped.',
  denied: 'Stopped: you refused the call.',
  max_turns: 'Stopped: the agent used all of its model calls for one turn (`maxTurns`). Say “go on” to continue.',
  pending: 'The turn waits for an answer.',
}

function turnPrinter(out: NodeJS.WriteStream): Emit {
  const print = eventPrinter({ log: out, text: out })
  return event => {
    print(event)
    if (event.type === 'error') out.write(`${errorText(event.error, out)}\n`)
    const said = event.type === 'turn_end' ? SAID[event.stopReason] : undefined
    if (said !== undefined) out.write(`${styled('yellow', said, out)}\n`)
  }
}
