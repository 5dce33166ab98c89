// A tools module as the editors see it: the array, the calls that push to it, and which expressions are the tool.

import type { Refusal } from '../edit-result.ts'
import { lineNumber } from '../text.ts'
import type { Compiler, ts } from '../typescript.ts'
import { type ToolsArray, unwrap } from './find-tools.ts'
import { type ImportBinding, importBindings } from './imports.ts'
import { referencesTo } from './references.ts'

/** The tool to add or remove: its name, its file without extension, and the name that the file exports. */
export interface ToolEntry {
  tool: string
  file: string
  exp: string
}

export interface ToolModule {
  compiler: Compiler
  source: ts.SourceFile
  array: ToolsArray
  imports: ImportBinding[]
  /** The same by local name. */
  importOf: ReadonlyMap<string, ImportBinding>
  /** Top-level `tools.push(…)` statements, in order. */
  pushes: PushStatement[]
}

export interface PushStatement {
  statement: ts.ExpressionStatement
  call: ts.CallExpression
}

export function toolModule(compiler: Compiler, source: ts.SourceFile, array: ToolsArray): ToolModule {
  const pushes = array.variable === undefined ? [] : pushesTo(compiler, source, array.variable)
  const imports = importBindings(compiler, source)
  return {
    compiler,
    source,
    array,
    imports,
    importOf: new Map(imports.map(binding => [binding.local, binding])),
    pushes,
  }
}

function pushesTo(compiler: Compiler, source: ts.SourceFile, variable: string): PushStatement[] {
  const found: PushStatement[] = []
  for (const statement of source.statements) {
    if (!compiler.isExpressionStatement(statement) || !compiler.isCallExpression(statement.expression)) continue
    const call = statement.expression
    if (isMethodOf(compiler, call, variable, ['push'])) found.push({ statement, call })
  }
  return found
}

function isMethodOf(compiler: Compiler, call: ts.CallExpression, variable: string, methods: string[]): boolean {
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || !methods.includes(callee.name.text)) return false
  return compiler.isIdentifier(callee.expression) && callee.expression.text === variable
}

/** Whether an element is the tool itself: its import, a member of its module, or its definition written in place. */
export function isTool(module: ToolModule, entry: ToolEntry, expression: ts.Expression): boolean {
  const { compiler } = module
  const inner = unwrap(compiler, expression)
  if (compiler.isIdentifier(inner)) return isToolName(module, entry, inner.text)
  if (compiler.isPropertyAccessExpression(inner)) {
    return inner.name.text === entry.exp && isNamespace(module, inner.expression)
  }
  if (compiler.isCallExpression(inner)) {
    const [first] = inner.arguments
    return first !== undefined && isDefinition(compiler, first, entry.tool)
  }
  return isDefinition(compiler, inner, entry.tool)
}

function isToolName(module: ToolModule, entry: ToolEntry, local: string): boolean {
  const binding = module.importOf.get(local)
  return binding ? isToolImport(binding, entry) : local === entry.exp
}

/** An import that brings the tool in: the export by its name, or the default export of the tool's own file. */
export function isToolImport(binding: ImportBinding, entry: ToolEntry): boolean {
  if (binding.typeOnly) return false
  if (binding.imported === 'default') return isToolFile(binding.module, entry) || binding.local === entry.exp
  return binding.imported === entry.exp
}

export function isToolFile(module: string, entry: ToolEntry): boolean {
  return module.replace(/^\.\//, '').replace(/\.[cm]?[jt]sx?$/, '') === entry.file && module.startsWith('.')
}

function isNamespace(module: ToolModule, expression: ts.Expression): boolean {
  if (!module.compiler.isIdentifier(expression)) return false
  return module.importOf.get(expression.text)?.imported === '*'
}

/** `{ name: 'send_sms', … }`, or that name as the first argument of a helper. */
function isDefinition(compiler: Compiler, expression: ts.Expression, tool: string): boolean {
  const inner = unwrap(compiler, expression)
  if (compiler.isStringLiteralLike(inner)) return inner.text === tool && compiler.isCallExpression(inner.parent)
  if (!compiler.isObjectLiteralExpression(inner)) return false
  return inner.properties.some(property => {
    if (!compiler.isPropertyAssignment(property) || compiler.isComputedPropertyName(property.name)) return false
    const value = unwrap(compiler, property.initializer)
    return property.name.text === 'name' && compiler.isStringLiteralLike(value) && value.text === tool
  })
}

/** The local names that mean the tool; its export's name when nothing imports it. */
export function toolNames(module: ToolModule, entry: ToolEntry): string[] {
  const names = module.imports.filter(binding => isToolImport(binding, entry)).map(binding => binding.local)
  return names.length > 0 ? names : [entry.exp]
}

/**
 * A use of the tool that an edit of plain elements would not touch although it reaches `tools`: inside an element that is
 * an expression, in a push that is not at the top level, in an array that is spread, in the rest of a method chain.
 */
export function hiddenUse(module: ToolModule, entry: ToolEntry): Refusal | undefined {
  const uses = toolNames(module, entry).flatMap(name => referencesTo(module.compiler, module.source, name))
  for (const use of uses) {
    if (isPlainElement(module, use)) continue
    if (isWithin(use, module.array.literal)) return hidden(module, use, 'NESTED_IN_EXPRESSION')
    if (reachesTools(module, use)) return hidden(module, use, 'REFERENCED_ELSEWHERE')
  }
  return undefined
}

function isPlainElement(module: ToolModule, use: ts.Node): boolean {
  const lists = [module.array.literal.elements, ...module.pushes.map(push => push.call.arguments)]
  return lists.some(list => list.some(element => unwrap(module.compiler, element) === use))
}

function reachesTools(module: ToolModule, use: ts.Node): boolean {
  const { compiler, array } = module
  for (let node = use.parent; !compiler.isSourceFile(node); node = node.parent) {
    if (compiler.isCallExpression(node)) {
      if (isWithin(array.literal, node)) return true
      if (array.variable !== undefined && isMethodOf(compiler, node, array.variable, MUTATORS)) return true
    }
    if (compiler.isVariableDeclaration(node) && isSpread(module, node.name.getText(module.source))) return true
  }
  return false
}

const MUTATORS = ['push', 'unshift', 'splice', 'concat']

/** `...name` as an element of the array. */
export function isSpread(module: ToolModule, name: string): boolean {
  const { compiler, array } = module
  return array.literal.elements.some(element => {
    if (!compiler.isSpreadElement(element)) return false
    const spread = unwrap(compiler, element.expression)
    return compiler.isIdentifier(spread) && spread.text === name
  })
}

function isWithin(node: ts.Node, ancestor: ts.Node): boolean {
  return ancestor.pos <= node.pos && node.end <= ancestor.end
}

/** An `export { lookupOrder }`, from the tool's file or of its import: it would go on offering the tool. */
export function reexport(module: ToolModule, entry: ToolEntry): Refusal | undefined {
  const { compiler, source } = module
  const names = toolNames(module, entry)
  for (const statement of source.statements) {
    if (!compiler.isExportDeclaration(statement) || statement.isTypeOnly) continue
    const { exportClause, moduleSpecifier } = statement
    const from = moduleSpecifier && compiler.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
    if (from !== undefined && !isToolFile(from, entry)) continue
    const wanted = from === undefined ? names : [entry.exp]
    const listed = exportClause && compiler.isNamedExports(exportClause) ? exportClause.elements : []
    const found = listed.find(element => wanted.includes((element.propertyName ?? element.name).text))
    const whole = from !== undefined && !(exportClause && compiler.isNamedExports(exportClause))
    if (found || whole) return reexported(module, found ?? statement, entry.exp)
  }
  return undefined
}

function reexported({ source }: ToolModule, at: ts.Node, name: string): Refusal {
  const line = lineNumber(source.text, at.getStart(source))
  const message = `\`${name}\` is exported on line ${line} too.`
  return { outcome: 'refuse', code: 'REFERENCED_ELSEWHERE', line, message, hint: `Change line ${line} by hand.` }
}

function hidden(module: ToolModule, use: ts.Identifier, code: string): Refusal {
  const line = lineNumber(module.source.text, use.getStart(module.source))
  const where = code === 'NESTED_IN_EXPRESSION' ? 'inside an expression of the array' : 'outside the array'
  return {
    outcome: 'refuse',
    code,
    line,
    message: `\`${use.text}\` is used ${where}.`,
    hint: `Change line ${line} by hand.`,
  }
}
