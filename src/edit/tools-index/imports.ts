// The import statements of a module: what they bind, how they are written, where a new one goes.

import { codeComments, sameLineEnd } from '../comments.ts'
import { hasBreak, lineBreakNear, lineEnd, lineStart, nextLine, type Splice } from '../text.ts'
import type { Compiler, ts } from '../typescript.ts'

/** One name that an import statement brings into the module. */
export interface ImportBinding {
  local: string
  /** The exported name, `default`, or `*` for the whole module. */
  imported: string
  module: string
  typeOnly: boolean
  statement: ts.ImportDeclaration
  node: ts.ImportClause | ts.NamespaceImport | ts.ImportSpecifier
}

export function importStatements(compiler: Compiler, source: ts.SourceFile): ts.ImportDeclaration[] {
  return source.statements.filter(statement => compiler.isImportDeclaration(statement))
}

export function importBindings(compiler: Compiler, source: ts.SourceFile): ImportBinding[] {
  return importStatements(compiler, source).flatMap(statement => bindingsOf(compiler, statement))
}

function bindingsOf(compiler: Compiler, statement: ts.ImportDeclaration): ImportBinding[] {
  const clause = statement.importClause
  if (!clause || !compiler.isStringLiteral(statement.moduleSpecifier)) return []
  const common = { module: statement.moduleSpecifier.text, statement }
  const typeOnly = clause.phaseModifier === compiler.SyntaxKind.TypeKeyword
  const bindings: ImportBinding[] = []
  if (clause.name) bindings.push({ ...common, local: clause.name.text, imported: 'default', typeOnly, node: clause })
  const named = clause.namedBindings
  if (named && compiler.isNamespaceImport(named)) {
    bindings.push({ ...common, local: named.name.text, imported: '*', typeOnly, node: named })
  } else if (named) {
    for (const node of named.elements) {
      const imported = (node.propertyName ?? node.name).text
      bindings.push({ ...common, local: node.name.text, imported, typeOnly: typeOnly || node.isTypeOnly, node })
    }
  }
  return bindings
}

export interface ImportStyle {
  quote: string
  semicolon: string
  extension: string
  padding: string
}

const CODE_EXTENSION = /\.[cm]?[jt]sx?$/
const OTHER_FILE = /\.(json5?|css|s[ac]ss|less|txt|md|svg|png|jpe?g|gif|wasm|html?|ya?ml|toml|graphql|sql)$|\?/

/** As the last relative import of code is written; what it doesn't show comes from the last import of any kind. */
export function importStyle(compiler: Compiler, source: ts.SourceFile): ImportStyle {
  const all = importStatements(compiler, source)
  const relative = all.filter(statement => isRelativeCode(compiler, statement))
  const model = relative.at(-1) ?? all.at(-1)
  const braces = [...relative, ...(relative.length > 0 ? [] : all)].filter(
    statement => namedText(statement) !== undefined,
  )
  const padding = /^\{(\s*)/.exec(braces.at(-1) ? (namedText(braces.at(-1)) ?? '') : '{ ')?.[1] ?? ' '
  return {
    quote: model?.moduleSpecifier.getText(source)[0] ?? "'",
    semicolon: model?.getText(source).endsWith(';') && !isGuarded(model, source) ? ';' : '',
    extension: relative.at(-1) ? extensionOf(relative.at(-1)) : '.js',
    padding: /[\r\n]/.test(padding) ? ' ' : padding,
  }

  function namedText(statement: ts.ImportDeclaration | undefined): string | undefined {
    const bindings = statement?.importClause?.namedBindings
    return bindings && compiler.isNamedImports(bindings) ? bindings.getText(source) : undefined
  }

  function extensionOf(statement: ts.ImportDeclaration | undefined): string {
    return CODE_EXTENSION.exec(moduleOf(compiler, statement))?.[0] ?? ''
  }
}

function isRelativeCode(compiler: Compiler, statement: ts.ImportDeclaration): boolean {
  const clause = statement.importClause
  const module = moduleOf(compiler, statement)
  const typeOnly = clause?.phaseModifier === compiler.SyntaxKind.TypeKeyword
  return clause !== undefined && !typeOnly && /^\.\.?\//.test(module) && !OTHER_FILE.test(module)
}

function moduleOf(compiler: Compiler, statement: ts.ImportDeclaration | undefined): string {
  return statement && compiler.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : ''
}

/** The import that wires `file` in, in the file's own style. */
export function importText(style: ImportStyle, name: string, file: string): string {
  const { quote, semicolon, extension, padding } = style
  return `import {${padding}${name}${padding}} from ${quote}./${file}${extension}${quote}${semicolon}`
}

/** The splice that puts `statement` on its own line after the last import, or at the top when there is none. */
export function insertImport(compiler: Compiler, source: ts.SourceFile, statement: string): Splice {
  const last = importStatements(compiler, source).at(-1)
  if (!last) return insertAtTop(source, statement)
  const { text } = source
  const lineBreak = lineBreakNear(text, importEnd(last, source))
  const end = lineEnd(text, importEnd(last, source))
  if (isInside(source, end) || endsInComment(last, source, end)) {
    const start = lineStart(text, last.getStart(source))
    return { start, end: start, text: `${statement}${lineBreak}` }
  }
  return { start: end, end, text: `${lineBreak}${statement}` }
}

/** The end of an import statement on its own line: a `;` that starts the next line guards that line. */
export function importEnd(statement: ts.Statement, source: ts.SourceFile): number {
  return isGuarded(statement, source) ? source.text.slice(0, statement.end - 1).trimEnd().length : statement.end
}

function isGuarded(statement: ts.Statement, source: ts.SourceFile): boolean {
  const { text } = source
  if (text[statement.end - 1] !== ';') return false
  const before = text.slice(statement.getStart(source), statement.end - 1)
  return hasBreak(before, before.trimEnd().length, before.length)
}

function isInside(source: ts.SourceFile, position: number): boolean {
  return source.statements.some(
    statement => statement.getStart(source) < position && position < importEnd(statement, source),
  )
}

function endsInComment(statement: ts.Statement, source: ts.SourceFile, position: number): boolean {
  const comments = codeComments(source.text, importEnd(statement, source), nextStatement(statement, source))
  return comments.some(comment => comment.start < position && position < comment.end)
}

function nextStatement(statement: ts.Statement, source: ts.SourceFile): number {
  const next = source.statements[source.statements.indexOf(statement) + 1]
  return next?.getStart(source) ?? source.text.length
}

const FILE_HEADER =
  /copyright|licen[cs]e|@(file|overview|generated|format|jsx)|@ts-(no)?check|eslint-disable(?!-)|biome-ignore-all|<reference|-environment|generated by/i

/** At the top: below a shebang, directives such as `'use strict'` and the file's header, above the first statement's comment. */
function insertAtTop(source: ts.SourceFile, statement: string): Splice {
  const { text } = source
  const first = source.statements.find(candidate => !isDirective(candidate, source))
  const before = source.statements.filter(candidate => isDirective(candidate, source)).at(-1)
  const from = before ? nextLine(text, before.end) : shebangEnd(text)
  const limit = first?.getStart(source) ?? text.length
  let start = from
  for (const comment of codeComments(text, from, limit)) {
    const below = nextLine(text, comment.end)
    const detached = /^[^\S\r\n]*(\r\n|\n|\r|$)/.test(text.slice(below)) || below >= text.length
    if (detached || FILE_HEADER.test(text.slice(comment.start, comment.end))) start = below
  }
  while (start < limit && /^[^\S\r\n]*(\r\n|\n|\r)/.test(text.slice(start))) start = nextLine(text, start)
  const lineBreak = lineBreakNear(text, start)
  return { start, end: start, text: `${statement}${lineBreak}${lineBreak}` }
}

export function isDirective(statement: ts.Statement, source: ts.SourceFile): boolean {
  return /^(['"])use [^'"]*\1;?$/.test(statement.getText(source))
}

function shebangEnd(text: string): number {
  return text.startsWith('#!') ? nextLine(text, 0) : 0
}

/** The comment that follows an import on its line is the import's own. */
export function importTail(statement: ts.Statement, source: ts.SourceFile): number {
  return sameLineEnd(codeComments, source.text, importEnd(statement, source), nextStatement(statement, source))
}
