import { randomBytes } from 'node:crypto'
import type { Emit, LoopEvent } from '../../core/event.ts'
import type { Model } from '../../core/model.ts'
import type { ToolCall, ToolOutcome } from '../../core/tool.ts'
import { GEN_AI, OPERATIONS } from './gen-ai.ts'
import type { AttributeValue, Span } from './span.ts'

/**
 * Turns as spans: `invoke_agent`, below it `chat` for each model call and `execute_tool` for each tool call. They hold
 * names, times, counts and how things ended; no word of the conversation, no argument and no result.
 */
export class TraceRecorder {
  readonly #now: () => number
  readonly #traceId = randomBytes(16).toString('hex')
  readonly #spans: Span[] = []
  readonly #calls = new Map<string, Span>()
  #turn: Span | undefined

  constructor(now: () => number = wallClock) {
    this.#now = now
  }

  /** Passes every event on, and keeps what happened. */
  emit(next: Emit): Emit {
    return event => {
      this.#observe(event)
      next(event)
    }
  }

  /** The same model, whose calls are spans. */
  model(model: Model): Model {
    const begin = (): Span => this.#begin(`${OPERATIONS.chat} ${model.id}`, 3, chatFacts(model))
    return { id: model.id, stream: request => streamed(model, request, { begin, now: this.#now }) }
  }

  /** All spans so far, in the order they began; open ones end now. */
  spans(): Span[] {
    return this.#spans.map(span => ({ ...span, end: span.end ?? this.#now() }))
  }

  #observe(event: LoopEvent): void {
    switch (event.type) {
      case 'turn_start':
        this.#startTurn(event)
        return
      case 'call_start':
        this.#calls.set(event.call.id, this.#beginCall(event.call, { lane: event.lane }))
        return
      case 'call_end':
        this.#endCall(event.outcome)
        return
      case 'approval_request':
        this.#note(event.type, { id: event.id, tool: event.call.name })
        return
      case 'approval_answer':
        this.#note(event.type, { id: event.id, decision: event.decision })
        return
      case 'notice':
        this.#note(event.code, {})
        return
      case 'error':
        if (this.#turn) this.#turn.error = event.error.code
        return
      case 'turn_end':
        this.#endTurn(event)
    }
  }

  #startTurn({ agent, sessionId, model }: Extract<LoopEvent, { type: 'turn_start' }>): void {
    this.#turn = undefined
    this.#turn = this.#begin(`${OPERATIONS.agent} ${agent}`, 1, {
      [GEN_AI.operation]: OPERATIONS.agent,
      [GEN_AI.agent]: agent,
      [GEN_AI.conversation]: sessionId,
      [GEN_AI.requestModel]: model,
    })
  }

  #endTurn({ usage, stopReason }: Extract<LoopEvent, { type: 'turn_end' }>): void {
    if (!this.#turn) return
    Object.assign(this.#turn.attributes, {
      [GEN_AI.inputTokens]: usage.inputTokens,
      [GEN_AI.outputTokens]: usage.outputTokens,
      'loopengine.stop_reason': stopReason,
    })
    this.#turn.end = this.#now()
  }

  #beginCall({ id, name }: ToolCall, more: Record<string, AttributeValue> = {}): Span {
    return this.#begin(`${OPERATIONS.tool} ${name}`, 1, {
      [GEN_AI.operation]: OPERATIONS.tool,
      [GEN_AI.tool]: name,
      [GEN_AI.toolCall]: id,
      [GEN_AI.toolType]: 'function',
      ...more,
    })
  }

  /** Also of a call that never started. */
  #endCall(outcome: ToolOutcome): void {
    const span = this.#calls.get(outcome.call.id) ?? this.#beginCall(outcome.call)
    this.#calls.delete(outcome.call.id)
    span.attributes['loopengine.outcome'] = outcome.kind
    if (outcome.kind === 'failed') fail(span, outcome.error.code)
    span.end = this.#now()
  }

  #note(name: string, attributes: Record<string, AttributeValue>): void {
    this.#turn?.events.push({ at: this.#now(), name, attributes })
  }

  #begin(name: string, kind: Span['kind'], attributes: Record<string, AttributeValue>): Span {
    const parent = this.#turn && !this.#turn.end ? { parentSpanId: this.#turn.spanId } : {}
    const spanId = randomBytes(8).toString('hex')
    const span: Span = {
      traceId: this.#traceId,
      spanId,
      ...parent,
      name,
      kind,
      start: this.#now(),
      attributes,
      events: [],
    }
    this.#spans.push(span)
    return span
  }
}

function fail(span: Span, code: string): void {
  span.error = code
  span.attributes[GEN_AI.error] = code
}

async function* streamed(
  model: Model,
  request: Parameters<Model['stream']>[0],
  { begin, now }: { begin(): Span; now(): number },
): ReturnType<Model['stream']> & AsyncGenerator {
  const span = begin()
  try {
    for await (const part of model.stream(request)) {
      if (part.type === 'finish') {
        span.attributes[GEN_AI.finishReasons] = [part.reason]
        span.attributes[GEN_AI.inputTokens] = part.usage.inputTokens
        span.attributes[GEN_AI.outputTokens] = part.usage.outputTokens
      }
      yield part
    }
  } catch (error) {
    fail(span, error instanceof Error && 'code' in error ? String(error.code) : 'error')
    throw error
  } finally {
    span.end = now()
  }
}

function chatFacts({ id }: Model): Record<string, AttributeValue> {
  const slash = id.indexOf('/')
  return {
    [GEN_AI.operation]: OPERATIONS.chat,
    [GEN_AI.provider]: slash < 0 ? id : id.slice(0, slash),
    [GEN_AI.requestModel]: slash < 0 ? id : id.slice(slash + 1),
  }
}

function wallClock(): number {
  return performance.timeOrigin + performance.now()
}
