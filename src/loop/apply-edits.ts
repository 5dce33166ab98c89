import { canonicalJson } from '../core/json.ts'
import type { ToolCall } from '../core/tool.ts'

type Input = ToolCall['input']

/** Arguments as the model gave them, as the approver was shown them, and as they left them. */
export interface Edit {
  given: Input
  shown: Input
  edited: Input
}

/** The given arguments with the approver's changes: what is computed from them is computed anew, once. */
export function withEdits({ given, shown, edited }: Edit): Input {
  const changed = changedNames({ shown, edited })
  const kept = Object.entries(given).filter(([name]) => !changed.includes(name))
  const set = changed.flatMap(name => (Object.hasOwn(edited, name) ? [[name, edited[name]] as const] : []))
  return Object.fromEntries([...kept, ...set])
}

/**
 * The prepared arguments, in which the approver's word stands where preparation had changed a value before they saw it:
 * they edited what goes out, not what went in. A value may not become one of another kind there.
 */
export function keepEdits(prepared: Input, { given, shown, edited }: Edit): { input: Input } | { wrong: string } {
  const input = { ...prepared }
  for (const name of changedNames({ shown, edited })) {
    if (!Object.hasOwn(edited, name) || same(given[name], shown[name])) continue
    if (Object.hasOwn(shown, name) && kindOf(shown[name]) !== kindOf(edited[name])) return { wrong: name }
    input[name] = edited[name]
  }
  return { input }
}

function changedNames({ shown, edited }: Pick<Edit, 'shown' | 'edited'>): string[] {
  return [...new Set([...Object.keys(shown), ...Object.keys(edited)])].filter(name => !same(shown[name], edited[name]))
}

function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b)
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}
