import { isSpace } from './lines.ts'

/**
 * Steps over a quoted run: called at an offset, it returns the offset after the run that opens there, or the same
 * offset when none does. A run opens unless a letter or digit stands before it (`customer's`), and only if it closes
 * on its line, before `end`. One skipper serves one run over a text, so that a line of open quotes costs its length.
 */
export function quoteSkipper(text: string, end: number): (at: number) => number {
  const hopeless = { '"': 0, "'": 0 }
  return at => {
    const quote = text[at]
    if ((quote !== '"' && quote !== "'") || at < hopeless[quote] || isWordCharacter(text[at - 1])) return at
    const close = closingQuote(text, at, end)
    if (close >= 0) return close + 1
    const lineEnd = text.indexOf('\n', at)
    hopeless[quote] = lineEnd < 0 ? end : lineEnd
    return at
  }
}

/** The offset of the quote that closes the one at `at`, or -1 when it stays open on its line or before `end`. */
export function closingQuote(text: string, at: number, end: number): number {
  const quote = text[at]
  for (let index = at + 1; index < end; index++) {
    const character = text[index]
    if (character === '\n') return -1
    if (quote === '"' && character === '\\') index++
    else if (character === quote) {
      if (quote === '"' || text[index + 1] !== "'" || index + 1 >= end) return index
      index++
    }
  }
  return -1
}

/** Where the comment of a line begins, from `from` on; `end` when the line has none. */
export function commentStart(text: string, from: number, end: number): number {
  if (!text.slice(from, end).includes('#')) return end
  const skip = quoteSkipper(text, end)
  for (let at = from; at < end; ) {
    const after = skip(at)
    if (after !== at) at = after
    else if (text[at] === '#' && isSpace(text[at - 1])) return at
    else at++
  }
  return end
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
