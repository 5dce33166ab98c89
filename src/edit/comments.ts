import { hasBreak, lineStart, type Span } from './text.ts'

export interface Comment extends Span {
  kind: 'line' | 'block'
  /** Nothing but blanks stands before it on its line. */
  ownLine: boolean
}

/** The comments of a stretch that holds nothing but blanks and comments. */
export type CommentReader = (text: string, start: number, end: number) => Comment[]

/** Line and block comments of TypeScript. */
export const codeComments: CommentReader = (text, start, end) =>
  commentsMatching(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, text.slice(start, end), start, text)

/** Comments of YAML: from `#` to the end of the line. */
export const yamlComments: CommentReader = (text, start, end) =>
  commentsMatching(/#[^\r\n]*/g, text.slice(start, end), start, text)

function commentsMatching(pattern: RegExp, stretch: string, start: number, text: string): Comment[] {
  return [...stretch.matchAll(pattern)].map(match => {
    const at = start + match.index
    const kind = match[0].startsWith('/*') ? 'block' : 'line'
    return { start: at, end: at + match[0].length, kind, ownLine: text.slice(lineStart(text, at), at).trim() === '' }
  })
}

/** Where the comments end that follow `start` on its line and end on it; `start` when there are none. */
export function sameLineEnd(comments: CommentReader, text: string, start: number, end: number): number {
  let last = start
  for (const comment of comments(text, start, end)) {
    if (hasBreak(text, start, comment.end)) break
    last = comment.end
  }
  return last
}

const DIRECTIVE =
  /^(\/\/|\/\*+)\s*(prettier-ignore|biome-ignore|(eslint|oxlint)-disable-next-line|@ts-(ignore|expect-error)|deno-lint-ignore|tslint:disable-next-line|(istanbul|c8|v8) ignore next)/

/** Where the directive comments right above `start` begin (each on its own line, no blank line between), else `start`'s line. */
export function startWithDirectives(comments: CommentReader, text: string, since: number, start: number): number {
  let from = lineStart(text, start)
  for (const comment of comments(text, since, start).reverse()) {
    const adjacent = text.slice(comment.end, from).trim() === '' && breaks(text.slice(comment.end, from)) === 1
    if (!comment.ownLine || !adjacent || !DIRECTIVE.test(text.slice(comment.start, comment.end))) break
    from = lineStart(text, comment.start)
  }
  return from
}

function breaks(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1
}
