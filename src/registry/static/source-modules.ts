// Follows names through modules by their syntax trees: no code of the project runs.

import { unwrap } from '../../edit/tools-index/find-tools.ts'
import { importBindings } from '../../edit/tools-index/imports.ts'
import type { Compiler, ts } from '../../edit/typescript.ts'
import { resolveImport } from '../../edit/verify/resolve-import.ts'
import type { SourceReader } from './source-reader.ts'

/** An expression, and the file that it stands in. */
export interface Located {
  path: string
  source: ts.SourceFile
  expression: ts.Expression
}

const DEEPEST = 12

export class SourceModules {
  readonly compiler: Compiler
  readonly #reader: SourceReader
  readonly #sources = new Map<string, Promise<ts.SourceFile | undefined>>()

  constructor(compiler: Compiler, reader: SourceReader) {
    this.compiler = compiler
    this.#reader = reader
  }

  source(path: string): Promise<ts.SourceFile | undefined> {
    const known = this.#sources.get(path)
    if (known) return known
    const parsed = this.#reader.read(path).then(bytes => {
      const text = bytes && new TextDecoder().decode(bytes)
      return text === undefined
        ? undefined
        : this.compiler.createSourceFile(path, text, this.compiler.ScriptTarget.Latest, true)
    })
    this.#sources.set(path, parsed)
    return parsed
  }

  /** What a module exports under a name; undefined when its text doesn't tell. */
  async exported(path: string, name: string, depth = 0): Promise<Located | undefined> {
    const source = depth > DEEPEST ? undefined : await this.source(path)
    if (!source) return undefined
    for (const statement of source.statements) {
      const found = await this.#exportedBy({ path, source, statement, name, depth })
      if (found) return found
    }
    return undefined
  }

  /** The expression that a name, or a member of a module, stands for; the expression itself when it is neither. */
  async follow(located: Located, depth = 0): Promise<Located | undefined> {
    const { compiler } = this
    const expression = unwrap(compiler, located.expression)
    if (depth > DEEPEST) return undefined
    if (compiler.isIdentifier(expression)) return this.#named(located, expression.text, depth + 1)
    const isMember = compiler.isPropertyAccessExpression(expression) && compiler.isIdentifier(expression.expression)
    if (!isMember) return { ...located, expression }
    const whole = this.#import(located, expression.expression.getText(located.source))
    if (whole?.imported !== '*' || whole.target === undefined) return undefined
    return this.exported(whole.target, expression.name.text, depth + 1)
  }

  async #named({ path, source }: Omit<Located, 'expression'>, name: string, depth: number) {
    const declared = this.#variable(source, name)
    if (declared) return this.follow({ path, source, expression: declared }, depth)
    const imported = this.#import({ path, source }, name)
    if (!imported?.target) return undefined
    return this.exported(imported.target, imported.imported, depth)
  }

  async #exportedBy(wanted: Omit<Located, 'expression'> & { statement: ts.Statement; name: string; depth: number }) {
    const { compiler } = this
    const { path, source, statement, name, depth } = wanted
    if (compiler.isExportDeclaration(statement)) return this.#reexported({ ...wanted, statement })
    if (compiler.isExportAssignment(statement)) {
      if (name !== 'default' || statement.isExportEquals) return undefined
      return this.follow({ path, source, expression: statement.expression }, depth + 1)
    }
    const isExported =
      compiler.isVariableStatement(statement) &&
      statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword)
    const declared = isExported ? this.#declaredIn(statement, name) : undefined
    return declared && this.follow({ path, source, expression: declared }, depth + 1)
  }

  async #reexported(
    wanted: Omit<Located, 'expression'> & { statement: ts.ExportDeclaration; name: string; depth: number },
  ): Promise<Located | undefined> {
    const { compiler } = this
    const { path, source, statement, name, depth } = wanted
    const { exportClause, moduleSpecifier } = statement
    const from = moduleSpecifier && compiler.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
    const target = from === undefined ? undefined : this.#resolve(path, from)
    if (!exportClause) return target === undefined ? undefined : this.exported(target, name, depth + 1)
    if (compiler.isNamespaceExport(exportClause)) return undefined
    const element = exportClause.elements.find(candidate => candidate.name.text === name)
    const local = element && (element.propertyName ?? element.name).text
    if (local === undefined) return undefined
    if (from === undefined) return this.#named({ path, source }, local, depth + 1)
    return target === undefined ? undefined : this.exported(target, local, depth + 1)
  }

  #import({ path, source }: Omit<Located, 'expression'>, name: string) {
    const binding = importBindings(this.compiler, source).find(({ local }) => local === name)
    return binding && { imported: binding.imported, target: this.#resolve(path, binding.module) }
  }

  #resolve(from: string, specifier: string): string | undefined {
    if (!/^\.\.?(\/|$)/.test(specifier)) return undefined
    return resolveImport(path => this.#reader.exists(path), from, specifier)
  }

  #variable(source: ts.SourceFile, name: string): ts.Expression | undefined {
    for (const statement of source.statements) {
      const found = this.compiler.isVariableStatement(statement) && this.#declaredIn(statement, name)
      if (found) return found
    }
    return undefined
  }

  #declaredIn({ declarationList }: ts.VariableStatement, name: string): ts.Expression | undefined {
    const { compiler } = this
    const isWanted = ({ name: declared }: ts.VariableDeclaration): boolean =>
      compiler.isIdentifier(declared) && declared.text === name
    return declarationList.declarations.find(isWanted)?.initializer
  }
}
