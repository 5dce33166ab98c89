const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What a person takes for characters, with their places in the text. */
export function graphemes(text: string): Iterable<Intl.SegmentData> {
  return characters.segment(text)
}

/** The place behind the character that begins here. */
export function nextCharacter(text: string, at: number): number {
  if (at >= text.length) return text.length
  if (isPlain(text, at) && (at + 1 === text.length || isPlain(text, at + 1))) return at + 1
  const found = characters.segment(text).containing(at)
  return found ? found.index + found.segment.length : text.length
}

/** The place of the character that ends here. */
export function previousCharacter(text: string, at: number): number {
  if (at <= 0) return 0
  if (isPlain(text, at - 1)) return at - 1
  return characters.segment(text).containing(at - 1)?.index ?? 0
}

const WORD = /[\p{L}\p{M}\p{N}_]/u

/** Over what is no word, then to the end of the word. */
export function wordEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && !isWord(text, at)) at = nextCharacter(text, at)
  while (at < text.length && isWord(text, at)) at = nextCharacter(text, at)
  return at
}

export function wordStart(text: string, from: number): number {
  let at = from
  while (at > 0 && !isWord(text, previousCharacter(text, at))) at = previousCharacter(text, at)
  while (at > 0 && isWord(text, previousCharacter(text, at))) at = previousCharacter(text, at)
  return at
}

/** To the beginning of what stands between blanks. */
export function chunkStart(text: string, from: number): number {
  let at = from
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--
  while (at > 0 && !/\s/.test(text.charAt(at - 1))) at--
  return at
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function isWord(text: string, at: number): boolean {
  return WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

/** A letter of ASCII is a character of its own unless a mark follows; CR LF never stands in a line. */
function isPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 0x80 && code !== 13
}
