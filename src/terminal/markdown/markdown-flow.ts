import type { Colour } from '../style.ts'
import { widthOf } from '../text-width.ts'
import { codeSpans } from './code-spans.ts'
import { inlineSpans, type Span } from './inline.ts'
import { tableLines } from './table.ts'
import { WordFlow } from './word-flow.ts'

/** What begins a line: blanks, quotes, then a heading's, an item's or a task's mark. */
const PREFIX = /^([ \t]*)((?:> ?)*)(#{1,6} +|[-*+] +\[[ xX]\] +|[-*+] +|\d{1,9}[.)] +)?/
/** A line whose kind no further character changes. */
const DECIDED = new RegExp(`${PREFIX.source}(?:\\p{L})`, 'u')
const FENCE = /^\s*(`{3,}|~{3,})\s*([^`\s]*)/
const RULE = /^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/

/**
 * Markdown that arrives bit by bit, for a terminal. Only ever adds: a word is shown once nothing that follows can change
 * it, a table once it has ended. However the text was cut, what is shown in the end is the same.
 */
export class MarkdownFlow {
  readonly #stream: NodeJS.WriteStream
  readonly #words: WordFlow
  #rest = ''
  #before = ''
  #style: Colour | undefined
  #begun = false
  #table: string[] = []
  #fence: { end: string; language: string } | undefined

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
    this.#words = new WordFlow(stream)
  }

  write(text: string): void {
    const lines = (this.#rest + text).split('\n')
    const open = lines.pop() ?? ''
    for (const line of lines) this.#line(line.replace(/\r$/, ''))
    this.#rest = open
    if (!this.#begun && !this.#fence && DECIDED.test(this.#rest)) this.#begin()
    if (this.#begun) this.#rest = this.#inline(this.#rest, false)
  }

  /** Shows what is held back and ends the line, if one is begun; what comes next is another text. */
  end(): void {
    if (this.#rest !== '' || this.#begun) this.#line(this.#rest)
    this.#endTable()
    this.#fence = undefined
  }

  #line(line: string): void {
    if (!this.#begun && this.#whole(line)) return
    this.#rest = line
    if (!this.#begun) this.#begin()
    this.#inline(this.#rest, true)
    this.#words.newLine()
    this.#begun = false
    this.#rest = ''
  }

  /** A line that is not words: of code, of a table, a fence or a rule. */
  #whole(line: string): boolean {
    if (this.#fence) return this.#codeLine(line, this.#fence)
    if (line.trimStart().startsWith('|')) return this.#table.push(line) > 0
    this.#endTable()
    const [, end, language = ''] = FENCE.exec(line) ?? []
    if (end !== undefined) this.#fence = { end, language: language.toLowerCase() }
    else if (RULE.test(line)) this.#show([{ text: '─'.repeat(Math.min(40, widthOf(this.#stream))), style: 'gray' }])
    else return false
    return true
  }

  #codeLine(line: string, { end, language }: { end: string; language: string }): boolean {
    const closing = line.trim()
    if (closing.startsWith(end) && closing.replaceAll(end.charAt(0), '') === '') this.#fence = undefined
    else {
      this.#words.mark('  ')
      this.#show(codeSpans(line, language))
    }
    return true
  }

  #begin(): void {
    this.#endTable()
    const [whole = '', blanks = '', quotes = '', mark = ''] = PREFIX.exec(this.#rest) ?? []
    this.#rest = this.#rest.slice(whole.length)
    this.#begun = true
    this.#before = ''
    this.#style = mark.startsWith('#') ? 'bold' : undefined
    const bars = '│ '.repeat(quotes.replaceAll(' ', '').length)
    const shown = blanks.replaceAll('\t', '  ') + bars + shownMark(mark)
    if (shown !== '') this.#words.mark(shown, bars === '' ? undefined : 'gray')
  }

  #inline(text: string, final: boolean): string {
    const { spans, rest, before } = inlineSpans(text, { final, before: this.#before })
    this.#before = before
    for (const span of spans) this.#words.put(span.style ? span : { ...span, style: this.#style })
    return rest
  }

  #endTable(): void {
    const lines = this.#table
    this.#table = []
    const shown = tableLines(lines, widthOf(this.#stream)) ?? lines
    for (const line of shown) this.#show([{ text: line }])
  }

  #show(spans: Span[]): void {
    for (const span of spans) this.#words.put(span)
    this.#words.newLine()
  }
}

function shownMark(mark: string): string {
  if (mark.startsWith('#')) return ''
  const [, task] = /\[(.)\]/.exec(mark) ?? []
  if (task !== undefined) return task === ' ' ? '☐ ' : '☑ '
  return mark.replace(/^[-*+] +/, '• ')
}
