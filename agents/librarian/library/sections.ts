/** A piece of a document that is found and shown as one. */
export interface Section {
  /** The headings above it, from the outermost: `Skills › Front matter`; empty before the first one. */
  heading: string
  /** Of its first line, from 1. */
  line: number
  text: string
}

/** Longer pieces are cut at the next empty line. */
const LONGEST = 1_500

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/
const FENCE = /^\s*(?:```|~~~)/

/** A text in pieces: a new one at each heading, and at an empty line once a piece is long enough. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = []
  const headings: string[] = []
  let current: Section = { heading: '', line: 1, text: '' }
  let inCode = false
  const begin = (line: number): void => {
    if (current.text.trim() !== '') sections.push(current)
    current = { heading: headings.filter(Boolean).join(' › '), line, text: '' }
  }
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (FENCE.test(line)) inCode = !inCode
    const [, marks, title] = (!inCode && HEADING.exec(line.trim())) || []
    if (marks && title) {
      headings.splice(marks.length - 1, Number.POSITIVE_INFINITY)
      headings[marks.length - 1] = title
      begin(at + 2)
    } else if (current.text === '' && line.trim() === '') current.line = at + 2
    else if (line.trim() === '' && !inCode && current.text.length > LONGEST) begin(at + 2)
    else current.text += `${line}\n`
  }
  begin(0)
  return sections
}
