import type { CommentReader } from '../comments.ts'
import type { Span } from '../text.ts'

/** The elements between two brackets, as places in the text; the language decides what a comment is. */
export interface CommaList {
  /** Just after the opening bracket. */
  open: number
  /** At the closing bracket. */
  close: number
  items: Span[]
  /** `commas[i]` follows `items[i]`; the last is there only when the list ends with a comma. */
  commas: Span[]
  comments: CommentReader
}
