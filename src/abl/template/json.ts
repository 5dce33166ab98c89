import { toJson, toText } from '../expression/values.ts'

/** Follows the text of a JSON document to know whether a hole stands inside a string. */
export interface JsonState {
  inString: boolean
  afterBackslash: boolean
}

export function advance(state: JsonState, text: string): void {
  for (const character of text) {
    if (state.afterBackslash) state.afterBackslash = false
    else if (state.inString && character === '\\') state.afterBackslash = true
    else if (character === '"') state.inString = !state.inString
  }
}

/** Inside a string: its text, escaped; elsewhere: the value as JSON. */
export function escapeJson(state: JsonState, value: unknown): string {
  return state.inString ? JSON.stringify(toText(value)).slice(1, -1) : toJson(value)
}
