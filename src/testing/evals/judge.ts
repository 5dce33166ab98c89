import type { LoopEvent } from '../../core/event.ts'
import { isRecord } from '../../core/json.ts'
import type { DecisionWord } from '../../core/rule.ts'
import type { ToolCall } from '../../core/tool.ts'
import type { TestTurn } from '../test-agent.ts'
import type { Expectation } from './eval-file.ts'

/** What did not come as expected, one sentence each; empty when all did. Pure. */
export function judge(expected: Expectation, turns: readonly TestTurn[]): string[] {
  const calls = turns.flatMap(turn => turn.calls)
  const last = turns.at(-1)
  return [
    ...missingCalls(expected.tools ?? [], calls),
    ...(expected.forbidden ?? []).flatMap(name => forbidden(name, calls)),
    ...wrongDecisions(
      expected.decisions ?? {},
      turns.flatMap(turn => turn.events),
    ),
    ...wrongText(expected.text ?? {}, last?.text ?? ''),
    ...wrongStop(expected.stopReason ?? 'end_turn', last),
  ]
}

function missingCalls(wanted: NonNullable<Expectation['tools']>, calls: readonly ToolCall[]): string[] {
  const left = [...calls]
  return wanted.flatMap(entry => {
    const [name = '', input] = typeof entry === 'string' ? [entry, null] : (Object.entries(entry)[0] ?? [])
    const at = left.findIndex(call => call.name === name && contains(call.input, input ?? {}))
    if (at >= 0) {
      left.splice(at, 1)
      return []
    }
    const there = calls.map(call => `${call.name}(${JSON.stringify(call.input)})`).join(', ') || 'none'
    return [`expected a call of ${name}${input ? ` with ${JSON.stringify(input)}` : ''}; calls: ${there}`]
  })
}

/** Whether `value` has everything that `part` has. */
function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(value) && value.length === part.length && part.every((item, at) => contains(value[at], item))
  }
  if (!isRecord(part)) return Object.is(value, part)
  return (
    isRecord(value) &&
    Object.entries(part).every(([key, inner]) => Object.hasOwn(value, key) && contains(value[key], inner))
  )
}

function forbidden(name: string, calls: readonly ToolCall[]): string[] {
  const call = calls.find(one => one.name === name)
  return call ? [`${name} must not be called, and was with ${JSON.stringify(call.input)}`] : []
}

function wrongDecisions(wanted: Record<string, DecisionWord>, events: readonly LoopEvent[]): string[] {
  return Object.entries(wanted).flatMap(([tool, decision]) => {
    const made = decisionsOf(tool, events)
    if (made.size === 0) return [`expected the rules to ${decision} ${tool}; it was not called`]
    return [...made]
      .filter(one => one !== decision)
      .map(one => `expected the rules to ${decision} ${tool}; they ${VERBS[one]} it`)
  })
}

const VERBS = { allow: 'allowed', ask: 'asked before', deny: 'denied' } as const

function decisionsOf(tool: string, events: readonly LoopEvent[]): Set<DecisionWord> {
  const made = new Set<DecisionWord>()
  const asked = new Set<string>()
  for (const event of events) {
    if (event.type === 'approval_request' && event.call.name === tool) {
      asked.add(event.call.id)
      made.add('ask')
    }
    if (event.type !== 'call_end' || event.outcome.call.name !== tool || asked.has(event.outcome.call.id)) continue
    if (event.outcome.kind === 'denied') made.add('deny')
    else if (event.outcome.kind !== 'skipped') made.add('allow')
  }
  return made
}

function wrongText(
  { contains: wanted = [], excludes = [], matches }: NonNullable<Expectation['text']>,
  text: string,
): string[] {
  const folded = text.toLowerCase()
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
  return [
    ...wanted
      .filter(part => !folded.includes(part.toLowerCase()))
      .map(part => `expected the answer to contain ${JSON.stringify(part)}: ${shown}`),
    ...excludes
      .filter(part => folded.includes(part.toLowerCase()))
      .map(part => `the answer must not contain ${JSON.stringify(part)}: ${shown}`),
    ...(matches !== undefined && !new RegExp(matches, 'i').test(text)
      ? [`expected the answer to match /${matches}/: ${shown}`]
      : []),
  ]
}

function wrongStop(wanted: string, last: TestTurn | undefined): string[] {
  if (!last || last.stopReason === wanted) return []
  const why = last.error ? ` (${last.error.code}: ${last.error.message})` : ''
  return [`expected the turn to end with ${wanted}, it ended with ${last.stopReason}${why}`]
}
