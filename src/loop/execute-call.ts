import type { Pending } from '../core/approval.ts'
import { isLoopengineError, messageOf } from '../core/errors.ts'
import type { OutcomeKind, ToolError, ToolOutcome } from '../core/tool.ts'
import { callContext } from './call-context.ts'
import { MAX_RESULT_CHARACTERS, resultText } from './result-text.ts'
import type { AskedQuestion, ReadyCall, TurnOptions } from './turn.ts'

export type Executed = { kind: 'done'; outcome: ToolOutcome } | { kind: 'waiting'; pending: Pending[] }

/** Runs one call to its outcome, within its time. Never throws; a tool that ignores its signal is not waited for. */
export async function executeCall(options: TurnOptions, ready: ReadyCall, asked: AskedQuestion[]): Promise<Executed> {
  const { context, clock, waiting } = callContext(options, ready, asked)
  const { definition } = ready.tool
  const ended = clock.start()
  const running = (async () => definition.execute(ready.call.input, context))().then(checkResult, thrown)
  const kind = await Promise.race([running, ended])
  clock.stop()
  const ms = Math.round(clock.elapsed * 10) / 10
  const pending = waiting()
  if (pending.length > 0 && kind !== 'timeout' && !options.signal.aborted) return { kind: 'waiting', pending }
  const outcome =
    typeof kind === 'string' ? cutShort(kind, definition.timeout ?? options.agent.limits.toolTimeout) : kind
  return { kind: 'done', outcome: { call: ready.call, ms, ...outcome } }
}

function checkResult(value: unknown): OutcomeKind {
  const text = resultText(value)
  if (text.kind === 'text') return { kind: 'ok', value: value ?? null }
  const message =
    text.kind === 'too_large'
      ? `The tool returned ${text.characters} characters, more than ${MAX_RESULT_CHARACTERS}. Ask for less.`
      : `The tool returned something that JSON can't carry: ${text.problem}`
  const code = text.kind === 'too_large' ? 'result_too_large' : 'unserialisable_result'
  return { kind: 'failed', error: { code, type: 'tool_error', message } }
}

function thrown(error: unknown): OutcomeKind {
  const message = messageOf(error) || 'The tool failed without a message.'
  const code = isLoopengineError(error) ? error.code : 'tool_error'
  return { kind: 'failed', error: { code, type: 'tool_error', message } }
}

function cutShort(end: 'timeout' | 'aborted', limit: number | false): OutcomeKind {
  const error: ToolError =
    end === 'timeout'
      ? {
          code: 'tool_timeout',
          type: 'tool_timeout',
          message: `No result within ${limit} ms. The call may still have had an effect.`,
        }
      : {
          code: 'aborted',
          type: 'tool_error',
          message: 'The turn was stopped while the call ran. It may still have had an effect.',
        }
  return { kind: 'failed', error }
}
