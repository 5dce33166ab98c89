import { type Diagnostic, rangeAt } from '../../core/diagnostic.ts'
import { unwrap } from '../tools-index/find-tools.ts'
import { syntaxProblems } from '../tools-index/parse.ts'
import type { Compiler, ts } from '../typescript.ts'

/** A relative import of a module: what it wants of which file. */
export interface ImportFact {
  specifier: string
  /** Exported names, `default`; empty for the whole module. */
  names: string[]
  start: number
  end: number
}

/** What a module's text says about its edges; nothing is run or resolved. */
export interface ModuleFacts {
  imports: ImportFact[]
  exports: Set<string>
  /** It hands on names that its own text doesn't tell. */
  open: boolean
  /** Literal tool names by the export that holds them. */
  toolNames: Map<string, string>
  problems: Omit<Diagnostic, 'file'>[]
}

export function moduleFacts(compiler: Compiler, text: string): ModuleFacts {
  const source = compiler.createSourceFile('module.ts', text, compiler.ScriptTarget.Latest, true)
  const facts: ModuleFacts = { imports: [], exports: new Set(), open: false, toolNames: new Map(), problems: [] }
  facts.problems = syntaxProblems(source).map(problem => ({
    code: 'SYNTAX_ERROR',
    severity: 'error',
    message: compiler.flattenDiagnosticMessageText(problem.messageText, ' '),
    range: rangeAt(text, problem.start, problem.start + problem.length),
  }))
  for (const statement of source.statements) readStatement(compiler, statement, source, facts)
  return facts
}

function readStatement(compiler: Compiler, statement: ts.Statement, source: ts.SourceFile, facts: ModuleFacts): void {
  if (compiler.isImportDeclaration(statement)) addImport(compiler, statement, facts)
  else if (compiler.isExportDeclaration(statement)) addExports(compiler, statement, facts)
  else if (compiler.isExportAssignment(statement)) {
    facts.exports.add('default')
    facts.open ||= statement.isExportEquals === true
    addToolName(compiler, 'default', statement.expression, facts)
  } else if (isExported(compiler, statement)) addDeclaration(compiler, statement, facts)
  else if (/^(module\s*\.\s*exports|exports\s*\.)/.test(statement.getText(source))) facts.open = true
}

function addImport(compiler: Compiler, statement: ts.ImportDeclaration, facts: ModuleFacts): void {
  const clause = statement.importClause
  const names = clause?.name ? ['default'] : []
  const bindings = clause?.namedBindings
  if (bindings && compiler.isNamedImports(bindings)) {
    names.push(...bindings.elements.map(element => (element.propertyName ?? element.name).text))
  }
  addEdge(compiler, statement.moduleSpecifier, names, facts)
}

function addExports(compiler: Compiler, statement: ts.ExportDeclaration, facts: ModuleFacts): void {
  const { exportClause, moduleSpecifier } = statement
  if (!exportClause) facts.open = true
  else if (compiler.isNamespaceExport(exportClause)) facts.exports.add(exportClause.name.text)
  else for (const element of exportClause.elements) facts.exports.add(element.name.text)
  if (!moduleSpecifier) return
  const named = exportClause && compiler.isNamedExports(exportClause) ? exportClause.elements : []
  addEdge(
    compiler,
    moduleSpecifier,
    named.map(element => (element.propertyName ?? element.name).text),
    facts,
  )
}

function addEdge(compiler: Compiler, specifier: ts.Expression, names: string[], facts: ModuleFacts): void {
  if (!compiler.isStringLiteral(specifier) || !/^\.\.?(\/|$)/.test(specifier.text)) return
  facts.imports.push({ specifier: specifier.text, names, start: specifier.getStart(), end: specifier.end })
}

function addDeclaration(compiler: Compiler, statement: ts.Statement, facts: ModuleFacts): void {
  const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : []
  if (modifiers.some(({ kind }) => kind === compiler.SyntaxKind.DefaultKeyword)) facts.exports.add('default')
  if (compiler.isVariableStatement(statement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      addNames(compiler, name, facts)
      if (compiler.isIdentifier(name) && initializer) addToolName(compiler, name.text, initializer, facts)
    }
    return
  }
  const { name } = statement as ts.Statement & { name?: ts.Node }
  if (name && compiler.isIdentifier(name)) facts.exports.add(name.text)
}

function addNames(compiler: Compiler, name: ts.BindingName, facts: ModuleFacts): void {
  if (compiler.isIdentifier(name)) facts.exports.add(name.text)
  else {
    for (const element of name.elements) {
      if (compiler.isBindingElement(element)) addNames(compiler, element.name, facts)
    }
  }
}

/** `{ name: 'x' }`, alone or as the argument of a helper such as `defineTool`. */
function addToolName(compiler: Compiler, exported: string, expression: ts.Expression, facts: ModuleFacts): void {
  const inner = unwrap(compiler, expression)
  const candidates = compiler.isCallExpression(inner) ? [...inner.arguments] : [inner]
  for (const candidate of candidates.map(argument => unwrap(compiler, argument))) {
    if (!compiler.isObjectLiteralExpression(candidate)) continue
    for (const property of candidate.properties) {
      if (!compiler.isPropertyAssignment(property) || property.name.getText() !== 'name') continue
      const value = unwrap(compiler, property.initializer)
      if (compiler.isStringLiteralLike(value)) facts.toolNames.set(exported, value.text)
    }
  }
}

function isExported(compiler: Compiler, statement: ts.Statement): boolean {
  if (!compiler.canHaveModifiers(statement)) return false
  return compiler.getModifiers(statement)?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) ?? false
}
