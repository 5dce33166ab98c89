import type { ToolOutcome } from '../core/tool.ts'
import { describeCall, describeOutcome, duration } from './describe-call.ts'
import { styled } from './style.ts'
import { displayWidth, oneLine, widthOf, wrapped } from './text-width.ts'

const MARKS = {
  ok: ['green', '✓'],
  failed: ['red', '✗'],
  denied: ['yellow', '⊘'],
  skipped: ['gray', '·'],
  pending: ['yellow', '…'],
} as const

const MARGIN = 4
const LONGEST_REASON = 12

export interface CallLineOptions {
  /** What joins it to the calls that ran beside it: `┌`, `│`, `└`, or a blank. */
  bracket: string
  /** Without its value, for a command that prints the value itself. */
  bare?: boolean
}

/**
 * A call for people, on one line: mark, arguments, time, result. A value is cut to the line; why something failed or
 * was refused goes on below it, whole.
 */
export function callLine(outcome: ToolOutcome, log: NodeJS.WriteStream, { bracket, bare }: CallLineOptions): string {
  const [colour, mark] = MARKS[outcome.kind]
  const time = outcome.ms > 0 ? ` ${duration(outcome.ms)}` : ''
  const room = widthOf(log) - MARGIN - displayWidth(time) - 1
  const result = bare && outcome.kind === 'ok' ? '' : ` → ${describeOutcome(outcome)}`
  const call = describeCall(outcome.call)
  const fits = displayWidth(call) + displayWidth(result) <= room && !result.includes('\n')
  const goesOn = !fits && outcome.kind !== 'ok'
  const shownCall = oneLine(call, fits || goesOn || result === '' ? room : Math.max(20, Math.floor(room * 0.6)))
  const head = `${styled('gray', bracket, log)} ${styled(colour, mark, log)} ${shownCall}${styled('gray', time, log)}`
  if (goesOn) return `${head}\n${below(describeOutcome(outcome), log)}`
  return head + styled('gray', oneLine(result, Math.max(4, room - displayWidth(shownCall))), log)
}

function below(text: string, log: NodeJS.WriteStream): string {
  const lines = wrapped(text, Math.max(20, widthOf(log) - MARGIN - 2))
  const shown = lines.length > LONGEST_REASON ? [...lines.slice(0, LONGEST_REASON), '…'] : lines
  return shown.map((line, index) => styled('gray', `    ${index === 0 ? '→' : ' '} ${line}`, log)).join('\n')
}
