import fc from 'fast-check'
import type { LoopEvent } from '../../src/core/event.ts'

type EventOf<Type extends LoopEvent['type']> = Extract<LoopEvent, { type: Type }>

const text = fc.string({ unit: 'grapheme' })
const plain = { noNullPrototype: true }
const call = fc.record(
  { id: text, name: text, input: fc.dictionary(text, fc.jsonValue(), plain), unparsed: text },
  { requiredKeys: ['id', 'name', 'input'], ...plain },
)
const question = fc.record({ text, choices: fc.array(text) }, { requiredKeys: ['text'], ...plain })
const problem = fc.record({ path: text, expected: text, received: text }, plain)
const toolError = fc.record(
  {
    code: text,
    type: text,
    message: text,
    problems: fc.array(problem),
    status: fc.nat(),
    details: text,
  },
  { requiredKeys: ['code', 'type', 'message'], ...plain },
)
const directive = fc.oneof(
  fc.record({ do: fc.constant('respond' as const), text }, plain),
  fc.record({ do: fc.constant('handoff' as const), agent: text }, plain),
  fc.record({ do: fc.constant('step' as const), name: text }, plain),
  fc.record({ do: fc.constant('end_turn' as const) }, plain),
)
const outcomeKind = fc.oneof(
  fc.record({ kind: fc.constant('ok' as const), value: fc.jsonValue() as fc.Arbitrary<unknown> }, plain),
  fc.record({ kind: fc.constant('failed' as const), error: toolError }, plain),
  fc.record(
    { kind: fc.constant('denied' as const), reason: text, code: text },
    { requiredKeys: ['kind', 'reason'], ...plain },
  ),
  fc.record({ kind: fc.constant('skipped' as const), reason: text }, plain),
  fc.record(
    { kind: fc.constant('pending' as const), id: text, until: text },
    { requiredKeys: ['kind', 'id'], ...plain },
  ),
)
const outcome = fc
  .tuple(
    fc.record({ call, ms: fc.nat(), directives: fc.array(directive) }, { requiredKeys: ['call', 'ms'], ...plain }),
    outcomeKind,
  )
  .map(([base, kind]): EventOf<'call_end'>['outcome'] => ({ ...base, ...kind }) as EventOf<'call_end'>['outcome'])
const pending = fc.oneof(
  fc.record({ id: text, kind: fc.constant('approval' as const), call, reason: text }, plain),
  fc.record({ id: text, kind: fc.constant('question' as const), callId: text, question }, plain),
)
const usage = fc.record(
  { inputTokens: fc.nat(), outputTokens: fc.nat(), cachedInputTokens: fc.nat(), reasoningTokens: fc.nat() },
  { requiredKeys: ['inputTokens', 'outputTokens'], ...plain },
)
const error = fc.record(
  {
    code: text,
    message: text,
    hint: text,
    file: text,
    line: fc.integer({ min: 1, max: 9_999 }),
    column: fc.integer({ min: 1, max: 999 }),
  },
  { requiredKeys: ['code', 'message'], ...plain },
)

/** Samples of every type of event, as the TypeScript type allows them. A type that is added must be added here. */
export const EVENTS: { [Type in LoopEvent['type']]: fc.Arbitrary<Omit<EventOf<Type>, 'type'>> } = {
  turn_start: fc.record({ sessionId: text, agent: text, model: text }, plain),
  text_delta: fc.record({ text }, plain),
  reasoning_delta: fc.record({ text }, plain),
  call_start: fc.record({ call, lane: fc.nat() }, plain),
  progress: fc.record({ callId: text, note: text }, plain),
  trace: fc.record({ callId: text, stage: text, message: text }, plain),
  agent_change: fc.record({ from: text, to: text }, plain),
  approval_request: fc.record({ id: text, call, rule: fc.option(text), reason: text }, plain),
  approval_answer: fc.record(
    { id: text, decision: fc.constantFrom('allow' as const, 'deny' as const), reason: text },
    { requiredKeys: ['id', 'decision'], ...plain },
  ),
  question: fc.record({ id: text, callId: text, question }, plain),
  call_end: fc.record({ outcome }, plain),
  notice: fc.record({ code: text, message: text }, plain),
  error: fc.record({ error }, plain),
  turn_end: fc.record(
    {
      text,
      stopReason: fc.constantFrom(
        'end_turn' as const,
        'max_turns' as const,
        'denied' as const,
        'pending' as const,
        'aborted' as const,
        'error' as const,
      ),
      sessionId: text,
      pending: fc.array(pending),
      usage,
    },
    plain,
  ),
}

/** Any event of a type, as JSON carries it. */
export function eventOf(type: LoopEvent['type']): fc.Arbitrary<Record<string, unknown>> {
  return EVENTS[type].map(fields => JSON.parse(JSON.stringify({ type, ...fields })))
}
