import type { Emit, LoopEvent } from '../core/event.ts'
import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { callLine } from './call-line.ts'
import { describeCall } from './describe-call.ts'
import { MarkdownFlow } from './markdown/markdown-flow.ts'
import { StatusLine } from './status-line.ts'
import { styled } from './style.ts'
import { TextFlow } from './text-flow.ts'
import { oneLine, widthOf } from './text-width.ts'
import { visible } from './visible.ts'

export interface EventPrinterOptions {
  /** Where call lines and notices go. */
  log: NodeJS.WriteStream
  /** Where the model's text goes as it streams; absent: the text is not printed. */
  text?: NodeJS.WriteStream
  /** Call lines without values, for a command that prints the value itself. */
  bare?: boolean
  /** What the stages of calls did, too. */
  verbose?: boolean
}

interface Lane {
  number: number
  size: number
  ended: number
}

/**
 * Prints a turn for people: streamed text, and a line a call with its arguments, time and result. Calls that ran side
 * by side stand behind one bracket. At a terminal a last line says what is being waited for.
 */
export function eventPrinter({ log, text, bare = false, verbose = false }: EventPrinterOptions): Emit {
  const flow = text && (text.isTTY ? new MarkdownFlow(text) : new TextFlow(text))
  const status = new StatusLine(log)
  const running = new Map<string, { call: ToolCall; lane: Lane }>()
  let open: Lane | undefined

  const line = (content: string): void => {
    status.hide()
    flow?.end()
    log.write(`${content}\n`)
  }
  const wait = (): void => {
    flow?.end()
    status.show(waitingFor([...running.values()].map(({ call }) => call)))
  }
  const start = (call: ToolCall, number: number): void => {
    if (open?.number !== number || open.ended > 0) open = { number, size: 0, ended: 0 }
    open.size++
    running.set(call.id, { call, lane: open })
    wait()
  }
  const end = (outcome: ToolOutcome): void => {
    const lane = running.get(outcome.call.id)?.lane
    running.delete(outcome.call.id)
    if (lane) lane.ended++
    line(callLine(outcome, log, { bracket: lane ? bracket(lane) : ' ', bare }))
    wait()
  }
  const progress = (note: string): void => {
    flow?.end()
    if (log.isTTY) status.show(`  … ${note}`)
    else line(`  … ${oneLine(note, widthOf(log) - 4)}`)
  }

  return (event: LoopEvent) => {
    switch (event.type) {
      case 'turn_start':
        return wait()
      case 'text_delta':
        if (flow) status.hide()
        return flow?.write(event.text)
      case 'call_start':
        return start(event.call, event.lane)
      case 'call_end':
        return end(event.outcome)
      case 'progress':
        return progress(event.note)
      case 'trace':
        return verbose ? line(styled('gray', visible(`    ${event.stage}: ${event.message}`), log)) : undefined
      case 'notice':
        return line(styled('yellow', `! ${visible(event.message)}`, log))
      case 'agent_change':
        return line(styled('cyan', `⇢ ${visible(event.from)} → ${visible(event.to)}`, log))
      case 'approval_request':
      case 'question':
      case 'error':
      case 'turn_end':
        status.hide()
        return flow?.end()
    }
  }
}

function waitingFor(calls: ToolCall[]): string {
  if (calls.length === 0) return '  …'
  const names = calls.length === 1 ? calls.map(describeCall) : calls.map(({ name }) => name)
  const count = calls.length === 1 ? '' : `${calls.length} at once: `
  return `  … ${count}${names.join(', ')}`
}

function bracket({ size, ended }: Lane): string {
  if (size === 1) return ' '
  if (ended === 1) return '┌'
  return ended === size ? '└' : '│'
}
