import type { Pending } from '../core/approval.ts'
import type { ImageContent } from '../core/message.ts'
import type { Directive, OutcomeKind, ToolOutcome } from '../core/tool.ts'
import { isToolFailure } from '../core/tool-failure.ts'
import { isToolOutput, type ToolOutput } from '../core/tool-output.ts'
import { callContext } from './call-context.ts'
import { copyPlain } from './copy-plain.ts'
import { cutShort, failureOf } from './failure.ts'
import { MAX_RESULT_CHARACTERS, resultText } from './result-text.ts'
import type { AskedQuestion, ReadyCall, TurnOptions } from './turn.ts'

export type Executed = { kind: 'done'; outcome: ToolOutcome; shown: Shown } | { kind: 'waiting'; pending: Pending[] }

/** What the model is shown of an ok outcome, where it is known already. */
export interface Shown {
  text?: string
  images?: ImageContent[]
}

/** Runs one call to its outcome, within its time. Never throws; a tool that ignores its signal is not waited for. */
export async function executeCall(options: TurnOptions, ready: ReadyCall, asked: AskedQuestion[]): Promise<Executed> {
  const { context, clock, waiting, close } = callContext(options, ready, asked)
  const { definition } = ready.tool
  const ended = clock.start()
  // The tool gets a copy: what it does to its arguments must not change what was asked, approved and told.
  const running = (async () => definition.execute(copyPlain(ready.call.input), context))().then(checkResult, thrown)
  const end = await Promise.race([running, ended])
  clock.stop()
  close()
  const ms = Math.round(clock.elapsed * 10) / 10
  const pending = waiting()
  if (pending.length > 0 && end !== 'timeout' && !options.signal.aborted) return { kind: 'waiting', pending }
  const checked: Checked =
    typeof end === 'string' ? { outcome: cutShort(end, { limit: clock.limit, effects: true }) } : end
  const { outcome, directives, shown = {} } = checked
  return { kind: 'done', shown, outcome: { call: ready.call, ms, ...(directives ? { directives } : {}), ...outcome } }
}

interface Checked {
  outcome: OutcomeKind
  directives?: Directive[]
  shown?: Shown
}

function checkResult(result: unknown): Checked {
  return isToolOutput(result) ? checkOutput(result) : checkValue(result)
}

function checkOutput({ value, text, images, directives }: ToolOutput): Checked {
  const checked = checkValue(value)
  if (checked.outcome.kind !== 'ok') return checked
  const shown = { ...checked.shown, ...(text === undefined ? {} : { text }), ...(images ? { images } : {}) }
  return { ...checked, shown, ...(directives ? { directives } : {}) }
}

/** The value as JSON carries it, a copy: whatever the tool keeps of it may change later. */
function checkValue(value: unknown): Checked {
  const result = resultText(value)
  switch (result.kind) {
    case 'text': {
      const carried: unknown = typeof value === 'string' ? value : JSON.parse(result.text)
      return { outcome: { kind: 'ok', value: carried }, shown: { text: result.text } }
    }
    case 'too_large': {
      const message = `The tool returned ${result.characters} characters, more than ${MAX_RESULT_CHARACTERS}. Ask for less.`
      return { outcome: { kind: 'failed', error: { code: 'result_too_large', type: 'tool_error', message } } }
    }
    case 'unserialisable': {
      const message = `The tool returned something that JSON can't carry: ${result.problem}`
      return { outcome: { kind: 'failed', error: { code: 'unserialisable_result', type: 'tool_error', message } } }
    }
  }
}

function thrown(error: unknown): Checked {
  const directives = isToolFailure(error) ? error.directives : undefined
  return { outcome: failureOf(error), ...(directives ? { directives } : {}) }
}
