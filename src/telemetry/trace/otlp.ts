import type { AttributeValue, Span } from './span.ts'

/** The spans as one OTLP/JSON document (`ExportTraceServiceRequest`), as collectors take it at `/v1/traces`. */
export function otlpJson(spans: readonly Span[], service: { name: string; version: string }): unknown {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': service.name, 'service.version': service.version }) },
        scopeSpans: [{ scope: { name: 'loopengine', version: service.version }, spans: spans.map(otlpSpan) }],
      },
    ],
  }
}

function otlpSpan(span: Span): unknown {
  const { traceId, spanId, parentSpanId, name, kind } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(span.start),
    endTimeUnixNano: nanoseconds(span.end ?? span.start),
    attributes: attributes(span.attributes),
    events: span.events.map(event => ({
      timeUnixNano: nanoseconds(event.at),
      name: event.name,
      attributes: attributes(event.attributes),
    })),
    status: span.error === undefined ? { code: 1 } : { code: 2, message: span.error },
  }
}

/** As a decimal text: OTLP's JSON writes 64-bit numbers so. */
function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n)
}

function attributes(values: Record<string, AttributeValue>): { key: string; value: unknown }[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: otlpValue(value) }))
}

function otlpValue(value: AttributeValue): unknown {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
