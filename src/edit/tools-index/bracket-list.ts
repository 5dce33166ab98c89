import type { CommaList } from '../comma-list/comma-list.ts'
import { codeComments } from '../comments.ts'
import type { Span } from '../text.ts'
import type { Compiler, ts } from '../typescript.ts'

/** The list of an array literal, of named imports, or of a call's arguments. */
export function bracketList(compiler: Compiler, node: ts.Node, source: ts.SourceFile): CommaList {
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
  return { open: list.pos, close: close.getStart(source), items, commas, comments: codeComments }
}
