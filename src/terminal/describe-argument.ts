import { wrapped } from './text-width.ts'
import { visible } from './visible.ts'

/**
 * One argument of a call, whole, for a person who must decide about it: `name: value`, JSON, broken at the width. Longer
 * values stand behind a bar that every line has, so that no value can pass for another argument.
 */
export function describeArgument(name: string, value: unknown, width: number): string[] {
  const label = visible(name)
  const json = JSON.stringify(value) ?? 'undefined'
  const short = `${label}: ${visible(json)}`
  const several = typeof value === 'string' ? value.includes('\n') : json.length > width
  if (!several && wrapped(short, width).length === 1) return [short]
  return [`${label}:`, ...wrapped(longForm(value), width - 2).map(line => `│ ${line}`)]
}

/** A text of several lines as it reads; everything else as JSON. */
function longForm(value: unknown): string {
  return typeof value === 'string' && value.includes('\n') ? value : (JSON.stringify(value, null, 2) ?? 'undefined')
}
