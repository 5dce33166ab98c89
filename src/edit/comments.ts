import { hasBreak, lineStart, type Span } from './text.ts'

export interface Comment extends Span {
  kind: 'line' | 'block'
  /** Nothing but blanks stands before it on its line. */
  ownLine: boolean
}

/** The comments of a stretch of TypeScript that holds nothing but blanks and comments. */
export function commentsIn(text: string, start: number, end: number): Comment[] {
  const comments: Comment[] = []
  const pattern = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g
  const stretch = text.slice(start, end)
  for (const match of stretch.matchAll(pattern)) {
    const at = start + match.index
    const kind = match[0].startsWith('//') ? 'line' : 'block'
    const ownLine = text.slice(lineStart(text, at), at).trim() === ''
    comments.push({ start: at, end: at + match[0].length, kind, ownLine })
  }
  return comments
}

/** Comments that follow `start` on its line and end on it, as one stretch; empty at `start` when there are none. */
export function sameLineComments(text: string, start: number, end: number): Span {
  let last = start
  for (const comment of commentsIn(text, start, end)) {
    if (hasBreak(text, start, comment.end)) break
    last = comment.end
  }
  return { start, end: last }
}

const DIRECTIVE =
  /^(\/\/|\/\*+)\s*(prettier-ignore|biome-ignore|(eslint|oxlint)-disable-next-line|@ts-(ignore|expect-error)|deno-lint-ignore|tslint:disable-next-line|(istanbul|c8|v8) ignore next)/

/** Where the directive comments right above `start` begin (each on its own line, no blank line between), else `start`'s line. */
export function startWithDirectives(text: string, since: number, start: number): number {
  let from = lineStart(text, start)
  for (const comment of commentsIn(text, since, start).reverse()) {
    const adjacent = text.slice(comment.end, from).trim() === '' && breaks(text.slice(comment.end, from)) === 1
    if (!comment.ownLine || !adjacent || !DIRECTIVE.test(text.slice(comment.start, comment.end))) break
    from = lineStart(text, comment.start)
  }
  return from
}

function breaks(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1
}
