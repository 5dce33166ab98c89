import type { Colour } from '../style.ts'

export interface Span {
  text: string
  style?: Colour
  /** The Markdown signs around it, for a stream without colours. */
  sign?: string
}

const PATTERNS: { pattern: RegExp; span: (groups: string[]) => Span }[] = [
  { pattern: /(`+)(?!`)(.+?)(?<!`)\1(?!`)/y, span: ([sign = '', text = '']) => ({ text, style: 'cyan', sign }) },
  { pattern: /(\*\*)(?=\S)(.+?)(?<=\S)\*\*(?!\*)/y, span: ([sign, text = '']) => ({ text, style: 'bold', sign }) },
  { pattern: /(__)(?=\S)(.+?)(?<=\S)__(?!\w)/y, span: ([sign, text = '']) => ({ text, style: 'bold', sign }) },
  {
    pattern: /(~~)(?=\S)(.+?)(?<=\S)~~(?!~)/y,
    span: ([sign, text = '']) => ({ text, style: 'strikethrough', sign }),
  },
  { pattern: /(\*)(?=[^\s*])(.*?[^\s*])\*(?!\*)/y, span: ([sign, text = '']) => ({ text, style: 'italic', sign }) },
  { pattern: /(_)(?=[^\s_])(.*?[^\s_])_(?!\w)/y, span: ([sign, text = '']) => ({ text, style: 'italic', sign }) },
  {
    pattern: /\[([^\]]+)\]\(([^\s)]+)\)/y,
    span: ([text = '', url = '']) => ({ text: text === url ? url : `${text} (${url})`, style: 'underline' }),
  },
]

/**
 * The spans of one line, as far as they can no longer change whatever follows; `rest` is what can. With `final` nothing
 * follows, and there is no rest. `before` is the character before the text: `_` within a word is no emphasis.
 */
export function inlineSpans(text: string, { final, before }: { final: boolean; before: string }) {
  const spans: Span[] = []
  let at = 0
  while (at < text.length) {
    const { span, end } = spanAt(text, at, at === 0 ? before : (text[at - 1] ?? ''))
    if (!final && (end >= text.length || (!span && mayOpen(text, at)))) break
    spans.push(span ?? { text: text.slice(at, end) })
    at = end
  }
  return { spans, rest: text.slice(at), before: at === 0 ? before : (text[at - 1] ?? '') }
}

function spanAt(text: string, at: number, before: string): { span?: Span; end: number } {
  const inWord = text[at] === '_' && /\w/.test(before)
  for (const { pattern, span } of inWord ? [] : PATTERNS) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return { span: span(found.slice(1)), end: pattern.lastIndex }
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return { end: at + character.length }
}

function mayOpen(text: string, at: number): boolean {
  return /[`*_~[]/.test(text[at] ?? '') && !/\s/.test(text[at + 1] ?? '')
}
