import { isBuiltin } from 'node:module'
import { type Diagnostic, rangeAt } from '../core/diagnostic.ts'
import { keyOf, literalValue } from '../edit/literal-value.ts'
import { unwrap } from '../edit/tools-index/find-tools.ts'
import { syntaxProblems } from '../edit/tools-index/parse.ts'
import type { Compiler, ts } from '../edit/typescript.ts'
import { resolveImport } from '../edit/verify/resolve-import.ts'

/** What a text says, as far as it is written out; `unreadable` when only running it could tell. */
export type Readable<T> = { kind: 'value'; value: T } | { kind: 'absent' } | { kind: 'unreadable' }

/** A tool of an ability as the text of its file tells it: nothing runs. */
export interface ToolReading {
  export: string
  name: Readable<string>
  description: Readable<string>
  safe: Readable<boolean>
}

export interface ToolFile {
  /** Undefined when the file does not export exactly one tool. */
  tool: ToolReading | undefined
  diagnostics: Diagnostic[]
}

/** The one tool that a file exports. */
export function readToolFile(compiler: Compiler, text: string, file: string): ToolFile {
  const source = sourceOf(compiler, text, file)
  const problems = syntaxProblems(source).map(({ start, length, messageText }): Diagnostic => {
    const message = compiler.flattenDiagnosticMessageText(messageText, ' ')
    return {
      code: 'ABILITY_SYNTAX',
      severity: 'error',
      message,
      file,
      range: rangeAt(source.text, start, start + length),
    }
  })
  const exported = exportedValues(compiler, source)
  const written = exported.filter(({ value }) => value && definitionOf(compiler, value))
  const candidates = written.length > 0 ? written : exported
  const [found, second] = candidates
  if (found && !second) return { tool: readingOf(compiler, found), diagnostics: problems }
  if (problems.length > 0) return { tool: undefined, diagnostics: problems }
  const names = candidates.map(({ name }) => `\`${name}\``).join(', ')
  const message = found ? `The file exports more than one tool: ${names}.` : 'The file exports no tool.'
  const hint = 'Each file exports one tool: `export const refundOrder = defineTool({ … })`.'
  return { tool: undefined, diagnostics: [{ code: 'ABILITY_TOOL', severity: 'error', message, file, hint }] }
}

/** What a module imports: relative paths, and the names of packages that are neither Node's nor loopengine. */
export function importsOf(compiler: Compiler, text: string): { relative: string[]; packages: string[] } {
  const names = compiler.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const relative = names.filter(name => /^\.{1,2}(\/|$)/.test(name))
  const packages = names.filter(name => !relative.includes(name) && !isBuiltin(name)).map(packageOf)
  return { relative: [...new Set(relative)], packages: [...new Set(packages)].filter(name => name !== 'loopengine') }
}

/** Where a relative import may lead, the most likely first. */
export function importCandidates(from: string, specifier: string): string[] {
  const candidates: string[] = []
  resolveImport(path => candidates.push(path) < 0, from, specifier)
  return candidates
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function sourceOf(compiler: Compiler, text: string, file: string): ts.SourceFile {
  return compiler.createSourceFile(file, text.replace(/^\ufeff/, ''), compiler.ScriptTarget.Latest, true)
}

interface ExportedValue {
  name: string
  value: ts.Expression | undefined
}

/** Exported constants, and names in an export list with what they stand for. Types and functions are no tools. */
function exportedValues(compiler: Compiler, source: ts.SourceFile): ExportedValue[] {
  const local = new Map<string, ts.Expression | undefined>()
  const exported: ExportedValue[] = []
  for (const statement of source.statements) {
    if (!compiler.isVariableStatement(statement)) continue
    const isExported = statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) === true
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!compiler.isIdentifier(name)) continue
      local.set(name.text, initializer)
      if (isExported) exported.push({ name: name.text, value: initializer })
    }
  }
  for (const statement of source.statements) {
    if (compiler.isExportAssignment(statement)) exported.push({ name: 'default', value: statement.expression })
    if (compiler.isExportDeclaration(statement)) exported.push(...listed(compiler, statement, local))
  }
  return exported.map(entry => ({ ...entry, value: behindName(compiler, entry.value, local) }))
}

function listed(
  compiler: Compiler,
  { exportClause, isTypeOnly, moduleSpecifier }: ts.ExportDeclaration,
  local: ReadonlyMap<string, ts.Expression | undefined>,
): ExportedValue[] {
  if (isTypeOnly || !exportClause || !compiler.isNamedExports(exportClause)) return []
  return exportClause.elements.flatMap(({ name, propertyName, isTypeOnly: onlyType }) => {
    const own = (propertyName ?? name).text
    if (onlyType || (!moduleSpecifier && !local.has(own))) return []
    return [{ name: name.text, value: moduleSpecifier ? undefined : local.get(own) }]
  })
}

function behindName(
  compiler: Compiler,
  value: ts.Expression | undefined,
  local: ReadonlyMap<string, ts.Expression | undefined>,
): ts.Expression | undefined {
  const inner = value && unwrap(compiler, value)
  return inner && compiler.isIdentifier(inner) ? local.get(inner.text) : inner
}

/** The object of a tool, alone or as the argument of a helper such as `defineTool`. */
function definitionOf(compiler: Compiler, value: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const inner = unwrap(compiler, value)
  const candidates = compiler.isCallExpression(inner)
    ? inner.arguments.map(argument => unwrap(compiler, argument))
    : [inner]
  const objects = candidates.filter(candidate => compiler.isObjectLiteralExpression(candidate))
  return objects.find(object =>
    object.properties.some(({ name }) => name && /^['"]?(execute|input_schema)['"]?$/.test(name.getText())),
  )
}

function readingOf(compiler: Compiler, { name, value }: ExportedValue): ToolReading {
  const object = value && definitionOf(compiler, value)
  const unreadable = { kind: 'unreadable' } as const
  if (!object) return { export: name, name: unreadable, description: unreadable, safe: unreadable }
  return {
    export: name,
    name: typed(propertyOf(compiler, object, 'name'), 'string'),
    description: typed(propertyOf(compiler, object, 'description'), 'string'),
    safe: typed(propertyOf(compiler, object, 'safe'), 'boolean'),
  }
}

function typed<T extends 'string' | 'boolean'>(
  reading: Readable<unknown>,
  type: T,
): Readable<T extends 'string' ? string : boolean> {
  if (reading.kind !== 'value') return reading
  if (typeof reading.value !== type) return { kind: 'unreadable' }
  return reading as Readable<T extends 'string' ? string : boolean>
}

/** The last property of a name; what a spread or a computed name below it may replace is unreadable. */
function propertyOf(compiler: Compiler, object: ts.ObjectLiteralExpression, wanted: string): Readable<unknown> {
  let reading: Readable<unknown> = { kind: 'absent' }
  for (const property of object.properties) {
    const key = property.name && keyOf(compiler, property.name)
    if (key === undefined) reading = { kind: 'unreadable' }
    if (key !== wanted) continue
    const literal = compiler.isPropertyAssignment(property) ? literalValue(compiler, property.initializer) : undefined
    reading = literal?.kind === 'value' ? { kind: 'value', value: literal.value } : { kind: 'unreadable' }
  }
  return reading
}
