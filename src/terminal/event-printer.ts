import type { Emit, LoopEvent } from '../core/event.ts'
import type { ToolOutcome } from '../core/tool.ts'
import { describeCall, describeOutcome, duration } from './describe-call.ts'
import { oneLine, styled, visible, widthOf } from './style.ts'

export interface EventPrinterOptions {
  /** Where call lines and notices go. */
  log: NodeJS.WriteStream
  /** Where the model's text goes as it streams; absent: the text is not printed. */
  text?: NodeJS.WriteStream
}

const MARKS = {
  ok: ['green', '✓'],
  failed: ['red', '✗'],
  denied: ['yellow', '⊘'],
  skipped: ['gray', '·'],
  pending: ['yellow', '…'],
} as const

/**
 * Prints a turn for people, line by line: streamed text, and one line a call with its arguments, time and result. Calls
 * that ran side by side stand behind one bracket.
 */
export function eventPrinter({ log, text }: EventPrinterOptions): Emit {
  let midLine = false
  const lanes = new Map<string, { size: number; ended: number }>()
  let open: { lane: number; group: { size: number; ended: number } } | undefined

  const line = (content: string): void => {
    if (midLine) (text ?? log).write('\n')
    midLine = false
    log.write(`${content}\n`)
  }
  const start = (callId: string, lane: number): void => {
    if (open?.lane !== lane || open.group.ended > 0) open = { lane, group: { size: 0, ended: 0 } }
    open.group.size++
    lanes.set(callId, open.group)
  }
  const end = (outcome: ToolOutcome): void => {
    const group = lanes.get(outcome.call.id)
    lanes.delete(outcome.call.id)
    if (group) group.ended++
    line(callLine(outcome, group && bracket(group), log))
  }

  return (event: LoopEvent) => {
    switch (event.type) {
      case 'text_delta':
        if (!text) return
        text.write(visible(event.text))
        midLine = !event.text.endsWith('\n')
        return
      case 'call_start':
        return start(event.call.id, event.lane)
      case 'call_end':
        return end(event.outcome)
      case 'progress':
        return line(styled('gray', `  … ${oneLine(event.note, widthOf(log) - 4)}`, log))
      case 'notice':
        return line(styled('yellow', `! ${visible(event.message)}`, log))
      case 'turn_end':
        if (midLine) text?.write('\n')
        midLine = false
    }
  }
}

function bracket({ size, ended }: { size: number; ended: number }): string {
  if (size === 1) return ' '
  if (ended === 1) return '┌'
  return ended === size ? '└' : '│'
}

function callLine(outcome: ToolOutcome, lane: string | undefined, log: NodeJS.WriteStream): string {
  const [colour, mark] = MARKS[outcome.kind]
  const time = outcome.kind === 'ok' || outcome.kind === 'failed' ? ` ${duration(outcome.ms)}` : ''
  const width = widthOf(log) - 6 - time.length
  const call = oneLine(describeCall(outcome.call), Math.max(30, Math.floor(width * 0.6)))
  const result = oneLine(describeOutcome(outcome), Math.max(10, width - call.length - 3))
  return ` ${styled('gray', lane ?? ' ', log)} ${styled(colour, mark, log)} ${call}${styled('gray', time, log)} ${styled('gray', `→ ${result}`, log)}`
}
