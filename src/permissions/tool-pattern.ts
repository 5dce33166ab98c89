import { TOOL_NAME } from '../core/tool.ts'

/** A rule's `tool`: one exact name, or a glob in which `*` stands for any run of characters. */
export interface ToolPattern {
  text: string
  exact: boolean
  /** Characters that are not `*`: of two globs that match, the one with more decides. */
  literalLength: number
  matches(name: string): boolean
}

export type ToolReading = { kind: 'tool'; tool: ToolPattern } | { kind: 'problem'; message: string; hint: string }

const LONGEST = 200

export function readToolPattern(text: string): ToolReading {
  const foreign = /[^A-Za-z0-9_*]/u.exec(text)?.[0]
  if (foreign !== undefined) {
    const guess = text.replaceAll(/[^A-Za-z0-9_*]+/gu, '_')
    const message = `no tool name holds ${JSON.stringify(foreign)}`
    return { kind: 'problem', message, hint: `Tool names hold letters, digits and \`_\`. Did you mean \`${guess}\`?` }
  }
  const exact = !text.includes('*')
  if (text.length > LONGEST || (exact && !TOOL_NAME.test(text))) {
    const hint = 'A tool name has 1 to 64 letters, digits and `_`, and starts with a letter or `_`.'
    return { kind: 'problem', message: 'no tool can be called that', hint }
  }
  return { kind: 'tool', tool: toolPattern(text) }
}

/** The pattern of a text that `readToolPattern` accepts. */
export function toolPattern(text: string): ToolPattern {
  const exact = !text.includes('*')
  const pieces = text.split('*')
  return {
    text,
    exact,
    literalLength: text.replaceAll('*', '').length,
    matches: exact ? name => name === text : name => globMatches(pieces, name),
  }
}

/** First and last piece are anchored, those between are found leftmost first: no backtracking. */
function globMatches(pieces: readonly string[], name: string): boolean {
  const first = pieces[0] ?? ''
  const last = pieces[pieces.length - 1] ?? ''
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
  const end = name.length - last.length
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const at = name.indexOf(piece, from)
    if (at < 0 || at + piece.length > end) return false
    from = at + piece.length
  }
  return true
}
