import { toUSVString } from 'node:util'
import { countTokens } from '../core/count-tokens.ts'
import { type Message, textOf } from '../core/message.ts'

/** How far history is cut: each level keeps less. Level 0 is the whole. */
export const LEVELS = 4

/** Characters of a result that a level keeps: of those before the last batch, and of the last batch itself. */
const KEPT: readonly { old: number; last: number }[] = [
  { old: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY },
  { old: 2_000, last: Number.POSITIVE_INFINITY },
  { old: 400, last: 16_000 },
  { old: 200, last: 4_000 },
]

/**
 * The conversation with its tool results cut, the older ones first; from level 3 on, only the second half of the turns
 * is left. What a person and the model said stays whole. Pure: the conversation itself is not changed.
 */
export function compactHistory(messages: readonly Message[], level: number): Message[] {
  const kept = KEPT[Math.min(level, LEVELS - 1)] ?? { old: 0, last: 0 }
  const recent = level < 3 ? [...messages] : secondHalf(messages)
  const lastBatch = recent.findLastIndex(({ role }) => role === 'tool')
  return recent.map((message, at) =>
    message.role === 'tool' ? cutResults(message, at === lastBatch ? kept.last : kept.old) : message,
  )
}

/** The least cut conversation within a budget of tokens; the most cut one when none is. */
export function fitBudget(
  messages: readonly Message[],
  budgetTokens: number,
): { messages: readonly Message[]; level: number } {
  if (tokensOf(messages) <= budgetTokens) return { messages, level: 0 }
  for (let level = 1; level < LEVELS; level++) {
    const compacted = compactHistory(messages, level)
    if (tokensOf(compacted) <= budgetTokens || level === LEVELS - 1) return { messages: compacted, level }
  }
  return { messages, level: 0 }
}

function cutResults(message: Extract<Message, { role: 'tool' }>, characters: number): Message {
  if (message.results.every(({ text }) => text.length <= characters)) return message
  const results = message.results.map(({ images: _images, ...result }) => ({
    ...result,
    text: cut(result.text, characters),
  }))
  return { ...message, results }
}

function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  const head = Math.ceil(characters * 0.7)
  const tail = characters - head
  const note = `\n[… ${text.length - characters} characters left out …]\n`
  // A cut may halve a letter, which some model servers refuse.
  return toUSVString(text.slice(0, head)) + note + toUSVString(text.slice(text.length - tail))
}

/** Whole turns only: a result never stands without its call. The current turn is always kept. */
function secondHalf(messages: readonly Message[]): Message[] {
  const starts = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
  const from = starts[Math.ceil(starts.length / 2)] ?? starts.at(-1) ?? 0
  if (from === 0) return [...messages]
  return [
    { role: 'user', text: '[Earlier messages of this conversation were left out to make room.]' },
    ...messages.slice(from),
  ]
}

function tokensOf(messages: readonly Message[]): number {
  let tokens = 0
  for (const message of messages) tokens += countTokens(textOfMessage(message)) + 4
  return tokens
}

function textOfMessage(message: Message): string {
  switch (message.role) {
    case 'user':
      return message.text
    case 'tool':
      return message.results.map(({ text }) => text).join('\n')
    case 'assistant':
      return (
        textOf(message) +
        message.parts.map(part => (part.type === 'call' ? JSON.stringify(part.call.input) : '')).join('')
      )
  }
}
