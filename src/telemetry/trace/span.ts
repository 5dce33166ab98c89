export type AttributeValue = string | number | boolean | string[]

/** A piece of work with a beginning and an end. Times are milliseconds since 1970, with fractions. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** OTLP's numbers: 1 internal, 3 client. */
  kind: 1 | 3
  start: number
  end?: number
  attributes: Record<string, AttributeValue>
  events: { at: number; name: string; attributes: Record<string, AttributeValue> }[]
  /** Set when it failed. */
  error?: string
}
