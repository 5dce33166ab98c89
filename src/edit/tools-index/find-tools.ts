// Finds the one array literal that the module exports as `tools`.

import type { Refusal } from '../edit-result.ts'
import { lineNumber } from '../text.ts'
import type { Compiler, ts } from '../typescript.ts'

export interface ToolsArray {
  literal: ts.ArrayLiteralExpression
  /** The variable that holds exactly this literal; undefined when something stands around or after it. */
  variable: string | undefined
}

export type FoundTools =
  | { kind: 'array'; array: ToolsArray }
  | { kind: 'empty' }
  | { kind: 'refused'; refusal: Refusal }

const HINTS: Record<string, string> = {
  COMMONJS: 'Change the file to `export const tools = [...]`, or add the tool by hand.',
  REEXPORT: 'Edit the file that the tools come from, or list them here in `export const tools = [...]`.',
  NOT_AN_ARRAY_LITERAL: 'Add the import and the entry by hand, or write the list as `export const tools = [...]`.',
  NO_TOOLS_EXPORT: 'Add `export const tools: ToolDefinition[] = []` and try again.',
}

const MESSAGES: Record<string, string> = {
  COMMONJS: 'The file is a CommonJS module.',
  REEXPORT: '`tools` is re-exported from another file.',
  NOT_AN_ARRAY_LITERAL: '`tools` is not written as an array.',
  NO_TOOLS_EXPORT: 'Nothing in the file is exported as `tools`.',
}

export function findTools(compiler: Compiler, source: ts.SourceFile): FoundTools {
  if (source.statements.length === 0) return { kind: 'empty' }
  return new ToolsFinder(compiler, source).find()
}

class ToolsFinder {
  readonly compiler: Compiler
  readonly source: ts.SourceFile

  constructor(compiler: Compiler, source: ts.SourceFile) {
    this.compiler = compiler
    this.source = source
  }

  find(): FoundTools {
    const exported = this.source.statements.map(statement => this.named(statement)).find(found => found !== undefined)
    if (exported) return exported
    const byDefault = this.source.statements
      .map(statement => this.byDefault(statement))
      .find(found => found !== undefined)
    if (byDefault) return byDefault
    const star = this.source.statements.find(statement => this.isStar(statement))
    if (star) return this.refuse('REEXPORT', star)
    const commonJs = this.source.statements.find(statement => this.isCommonJs(statement))
    if (commonJs) return this.refuse('COMMONJS', commonJs)
    return this.refuse('NO_TOOLS_EXPORT', this.variable('tools')?.name ?? this.source.statements[0])
  }

  private named(statement: ts.Statement): FoundTools | undefined {
    const { compiler } = this
    if (compiler.isExportDeclaration(statement)) return this.fromExportList(statement)
    if (!this.isExported(statement)) return undefined
    if (compiler.isVariableStatement(statement)) return this.fromVariables(statement)
    const isValue = compiler.isFunctionDeclaration(statement) || compiler.isClassDeclaration(statement)
    return isValue && statement.name?.text === 'tools' && !this.isDefault(statement)
      ? this.refuse('NOT_AN_ARRAY_LITERAL', statement)
      : undefined
  }

  private fromVariables(statement: ts.VariableStatement): FoundTools | undefined {
    for (const declaration of statement.declarationList.declarations) {
      if (this.compiler.isIdentifier(declaration.name)) {
        if (declaration.name.text === 'tools') return this.fromDeclaration(declaration)
      } else if (declaration.name.getText(this.source).match(/\btools\b/)) {
        return this.refuse('NOT_AN_ARRAY_LITERAL', declaration)
      }
    }
    return undefined
  }

  private fromExportList(statement: ts.ExportDeclaration): FoundTools | undefined {
    const { exportClause } = statement
    if (statement.isTypeOnly || !exportClause) return undefined
    if (this.compiler.isNamespaceExport(exportClause)) {
      return exportClause.name.text === 'tools' ? this.refuse('REEXPORT', statement) : undefined
    }
    const specifier = exportClause.elements.find(element => element.name.text === 'tools' && !element.isTypeOnly)
    if (!specifier) return undefined
    if (statement.moduleSpecifier) return this.refuse('REEXPORT', specifier)
    return this.fromName((specifier.propertyName ?? specifier.name).text, specifier)
  }

  private byDefault(statement: ts.Statement): FoundTools | undefined {
    if (!this.compiler.isExportAssignment(statement) || statement.isExportEquals) return undefined
    const array = this.arrayOf(statement.expression)
    return array ? { kind: 'array', array: { literal: array.literal, variable: array.variable } } : undefined
  }

  private fromName(name: string, at: ts.Node): FoundTools {
    const declaration = this.variable(name)
    if (declaration) return this.fromDeclaration(declaration)
    if (this.isImported(name)) return this.refuse('REEXPORT', at)
    return this.refuse('NOT_AN_ARRAY_LITERAL', at)
  }

  private fromDeclaration(declaration: ts.VariableDeclaration): FoundTools {
    const array = declaration.initializer && this.arrayOf(declaration.initializer, declaration)
    if (!array) return this.refuse('NOT_AN_ARRAY_LITERAL', declaration.name)
    const name = declaration.name.getText(this.source)
    const reassigned = this.source.statements.find(statement => this.assigns(statement, array.variable ?? name))
    if (reassigned) return this.refuse('NOT_AN_ARRAY_LITERAL', reassigned)
    return { kind: 'array', array }
  }

  /** The literal inside an expression that passes every element on: casts, freezes, helpers, chains, a local name. */
  private arrayOf(expression: ts.Expression, holder?: ts.VariableDeclaration, depth = 0): ToolsArray | undefined {
    const { compiler } = this
    const inner = unwrap(compiler, expression)
    if (compiler.isArrayLiteralExpression(inner)) {
      const variable = holder && compiler.isIdentifier(holder.name) ? holder.name.text : undefined
      return { literal: inner, variable }
    }
    if (compiler.isCallExpression(inner)) return this.arrayOfCall(inner, depth)
    if (!compiler.isIdentifier(inner) || depth > 8) return undefined
    const declaration = this.variable(inner.text)
    return declaration?.initializer && this.arrayOf(declaration.initializer, declaration, depth + 1)
  }

  private arrayOfCall(call: ts.CallExpression, depth: number): ToolsArray | undefined {
    const { compiler } = this
    const callee = call.expression
    if (compiler.isPropertyAccessExpression(callee)) {
      const chained = unwrap(compiler, callee.expression)
      if (compiler.isArrayLiteralExpression(chained)) return { literal: chained, variable: undefined }
      if (compiler.isCallExpression(chained) && !isHelper(chained.expression.getText(this.source))) {
        return this.arrayOfCall(chained, depth)
      }
    }
    if (!isHelper(callee.getText(this.source))) return undefined
    for (const argument of call.arguments) {
      const found = this.arrayOf(argument, undefined, depth + 1)
      if (found) return found.variable === undefined ? found : { ...found }
    }
    return undefined
  }

  private variable(name: string): ts.VariableDeclaration | undefined {
    for (const statement of this.source.statements) {
      if (!this.compiler.isVariableStatement(statement)) continue
      for (const declaration of statement.declarationList.declarations) {
        if (this.compiler.isIdentifier(declaration.name) && declaration.name.text === name) return declaration
      }
    }
    return undefined
  }

  private isImported(name: string): boolean {
    return this.source.statements.some(statement => {
      if (!this.compiler.isImportDeclaration(statement)) return false
      const clause = statement.importClause
      const bindings = clause?.namedBindings
      if (clause?.name?.text === name) return true
      if (!bindings) return false
      if (this.compiler.isNamespaceImport(bindings)) return bindings.name.text === name
      return bindings.elements.some(element => element.name.text === name)
    })
  }

  private assigns(statement: ts.Statement, name: string): boolean {
    const { compiler } = this
    if (!compiler.isExpressionStatement(statement) || !compiler.isBinaryExpression(statement.expression)) return false
    const { left, operatorToken } = statement.expression
    return operatorToken.kind === compiler.SyntaxKind.EqualsToken && left.getText(this.source) === name
  }

  private isStar(statement: ts.Statement): boolean {
    return this.compiler.isExportDeclaration(statement) && !statement.exportClause && !statement.isTypeOnly
  }

  private isCommonJs(statement: ts.Statement): boolean {
    if (this.compiler.isExportAssignment(statement)) return statement.isExportEquals === true
    return /^(module\s*\.\s*exports|exports\s*\.|exports\s*\[)/.test(statement.getText(this.source))
  }

  private isExported(statement: ts.Statement): boolean {
    return this.hasModifier(statement, this.compiler.SyntaxKind.ExportKeyword)
  }

  private isDefault(statement: ts.Statement): boolean {
    return this.hasModifier(statement, this.compiler.SyntaxKind.DefaultKeyword)
  }

  private hasModifier(statement: ts.Statement, kind: ts.SyntaxKind): boolean {
    if (!this.compiler.canHaveModifiers(statement)) return false
    return this.compiler.getModifiers(statement)?.some(modifier => modifier.kind === kind) ?? false
  }

  private refuse(code: string, node: ts.Node | undefined): FoundTools {
    const line = node ? lineNumber(this.source.text, node.getStart(this.source)) : 1
    const refusal: Refusal = { outcome: 'refuse', code, line, message: MESSAGES[code] ?? code, hint: HINTS[code] ?? '' }
    return { kind: 'refused', refusal }
  }
}

/** The expression inside parentheses, casts, `satisfies`, `as const` and `!`. */
export function unwrap(compiler: Compiler, expression: ts.Expression): ts.Expression {
  let inner = expression
  while (
    compiler.isParenthesizedExpression(inner) ||
    compiler.isAsExpression(inner) ||
    compiler.isSatisfiesExpression(inner) ||
    compiler.isTypeAssertionExpression(inner) ||
    compiler.isNonNullExpression(inner)
  ) {
    inner = inner.expression
  }
  return inner
}

/** Functions known to hand the array on: `Object.freeze`, `Object.seal`, `defineTools`, `helpers.defineTools`. */
function isHelper(callee: string): boolean {
  return /^Object\s*\.\s*(freeze|seal|preventExtensions)$/.test(callee) || /(^|\.)define[A-Z]?\w*$/.test(callee)
}
