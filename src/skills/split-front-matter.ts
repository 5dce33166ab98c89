/** Where the parts of a SKILL.md stand, in characters from its start. */
export type Split =
  | { kind: 'none' }
  /** The line that closes the front matter is missing; `start` is where it begins. */
  | { kind: 'open'; start: number }
  | {
      kind: 'closed'
      start: number
      end: number
      /** Where the instructions begin. */
      body: number
      /** A `---` inside the front matter, where readers end it that don't look at lines (skills-ref is one). */
      dashes?: number
    }

const FENCE = '---'

/** The YAML between two lines `---` and the Markdown after it. Blanks before the first line are forgiven. */
export function splitFrontMatter(text: string): Split {
  const opening = /^\ufeff?\s*---/.exec(text)
  if (!opening) return { kind: 'none' }
  const start = opening[0].length
  const first = text.indexOf(FENCE, start)
  if (first < 0) return { kind: 'open', start }
  const line = /(?:\r\n|\n|\r)(?=---)/g
  line.lastIndex = start
  const found = line.exec(text)
  if (!found) return { kind: 'closed', start, end: first, body: first + FENCE.length }
  const end = found.index + found[0].length
  const body = end + (/.*(?:\r\n|\n|\r)?/.exec(text.slice(end))?.[0].length ?? 0)
  return { kind: 'closed', start, end, body, ...(first < end ? { dashes: first } : {}) }
}
