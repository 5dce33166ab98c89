const WIDEST = 80

/** A value from outside as one short line: control and bidi characters are escaped, long values cut. */
export function shown(value: unknown): string {
  const text = toText(value)
  return escapeInvisible(text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text)
}

/** A text between backticks, made harmless for a terminal. */
export function quoted(text: string): string {
  return `\`${escapeInvisible(text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text)}\``
}

function toText(value: unknown): string {
  if (value === undefined) return 'nothing'
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}

function escapeInvisible(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, found => {
    const code = found.codePointAt(0) ?? 0
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
}
