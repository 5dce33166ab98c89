import type { Span } from '../text.ts'
import type { Compiler, ts } from '../typescript.ts'

/** The elements between two brackets of a syntax tree, as places in the text. */
export interface CommaList {
  /** Just after the opening bracket. */
  open: number
  /** At the closing bracket. */
  close: number
  items: Span[]
  /** `commas[i]` follows `items[i]`; the last is there only when the list ends with a comma. */
  commas: Span[]
}

/** The list of an array literal, of named imports, or of a call's arguments. */
export function commaListOf(compiler: Compiler, node: ts.Node, source: ts.SourceFile): CommaList {
  const children = node.getChildren(source)
  const at = children.findIndex((child, index) => child.kind === compiler.SyntaxKind.SyntaxList && index > 0)
  const list = children[at]
  const close = children[at + 1]
  if (!list || !close) throw new TypeError('Expected a node with a bracketed list.')
  const items: Span[] = []
  const commas: Span[] = []
  for (const child of list.getChildren(source)) {
    const span = { start: child.getStart(source), end: child.end }
    if (child.kind === compiler.SyntaxKind.CommaToken) commas.push(span)
    else items.push(span)
  }
  return { open: list.pos, close: close.getStart(source), items, commas }
}
