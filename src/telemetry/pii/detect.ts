import { DETECTORS, type PiiType } from './detectors.ts'

/** One piece of personal data in a text: UTF-16 offsets, the end not included. */
export interface PiiSpan {
  type: PiiType
  start: number
  end: number
}

/** The personal data in a text, in order, without overlaps: of two that do, the one that starts first or is longer. */
export function detectPii(text: string): PiiSpan[] {
  const spans = DETECTORS.flatMap(({ type, find }) => find(text).map(span => ({ type, ...span })))
  spans.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: PiiSpan[] = []
  for (const span of spans) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span)
  return kept
}

/** The text with every piece of personal data put in other words. */
export function replacePii(text: string, replace: (type: PiiType, value: string) => string): string {
  const spans = detectPii(text)
  if (spans.length === 0) return text
  const parts: string[] = []
  let at = 0
  for (const { type, start, end } of spans) {
    parts.push(text.slice(at, start), replace(type, text.slice(start, end)))
    at = end
  }
  return parts.join('') + text.slice(at)
}

/** For logs and traces: `«email»` in the place of an address. */
export function maskPii(text: string): string {
  return replacePii(text, type => `«${type}»`)
}
