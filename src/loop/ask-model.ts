import { isLoopengineError } from '../core/errors.ts'
import type { Message } from '../core/message.ts'
import { addUsage, NO_USAGE } from '../core/model.ts'
import { compactHistory, fitBudget, LEVELS } from './compact-history.ts'
import { type ModelAnswer, type ModelTalk, streamModel } from './stream-model.ts'
import type { TurnOptions } from './turn.ts'

/**
 * One answer of the model, with what can be recovered by asking again: history over the agent's budget or too long for
 * the model is shown cut, and an answer that holds nothing is asked for once more.
 */
export async function askModel(options: TurnOptions, talk: ModelTalk): Promise<ModelAnswer> {
  const { contextBudget } = options.agent.limits
  let { messages, level } =
    contextBudget === undefined ? whole(options.messages) : fitBudget(options.messages, contextBudget)
  let emptyAnswers = 0
  let used = NO_USAGE
  for (;;) {
    const answer = await streamModel(options, { ...talk, messages })
    used = addUsage(used, answer.usage)
    if (isTooLong(answer) && level + 1 < LEVELS) {
      level++
      messages = compactHistory(options.messages, level)
      tell(options, 'history_cut', 'The conversation is too long for the model: older results are shown to it cut.')
    } else if (isEmpty(answer) && emptyAnswers === 0) {
      emptyAnswers++
      tell(options, 'empty_answer', 'The model answered nothing; it is asked once more.')
    } else {
      return { ...answer, usage: used }
    }
  }
}

function whole(messages: readonly Message[]): { messages: readonly Message[]; level: number } {
  return { messages, level: 0 }
}

/** Only before anything arrived: what was shown can't be taken back. */
function isTooLong(answer: ModelAnswer): boolean {
  if (answer.kind !== 'failed' || answer.message.parts.length > 0) return false
  return isLoopengineError(answer.error) && answer.error.code === 'prompt_too_long'
}

function isEmpty(answer: ModelAnswer): boolean {
  if (answer.kind !== 'done' || answer.reason !== 'stop') return false
  return answer.message.parts.every(
    part => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''),
  )
}

function tell({ emit }: TurnOptions, code: string, message: string): void {
  emit({ type: 'notice', code, message })
}
