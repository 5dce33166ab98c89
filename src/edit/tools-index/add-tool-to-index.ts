import { insertItem } from '../comma-list/insert-item.ts'
import type { EditResult, Refusal } from '../edit-result.ts'
import { applySplices, decode, lineBreakNear, lineEnd, lineNumber, lineStart, type Splice } from '../text.ts'
import { type Compiler, loadCompiler, type ts } from '../typescript.ts'
import { bracketList } from './bracket-list.ts'
import { findTools, type ToolsArray } from './find-tools.ts'
import { importEnd, importStyle, importTail, importText, insertImport } from './imports.ts'
import { parseTypescript, syntaxProblems } from './parse.ts'
import { hiddenUse, isTool, isToolFile, type ToolEntry, type ToolModule, toolModule } from './tool-module.ts'

/**
 * Adds a tool's import and its entry to the text of a `tools/index.ts`. Everything else keeps its bytes; what is there
 * already is `noop`; a file that hides its array or doesn't parse is refused.
 */
export async function addToolToIndex(bytes: Uint8Array, entry: ToolEntry): Promise<EditResult> {
  const decoded = decode(bytes)
  if ('outcome' in decoded) return decoded
  const compiler = await loadCompiler()
  const source = parseTypescript(compiler, decoded.text)
  if ('outcome' in source) return source
  const found = findTools(compiler, source)
  if (found.kind === 'refused') return found.refusal
  if (found.kind === 'empty') return { outcome: 'edit', text: decoded.mark + newModule(decoded.text, entry) }
  const module = toolModule(compiler, source, found.array)
  if (isListed(module, entry)) return { outcome: 'noop' }
  const refusal = hiddenUse(module, entry) ?? nameTaken(module, entry)
  if (refusal) return refusal
  return checked(compiler, decoded.mark, applySplices(decoded.text, splicesFor(module, entry)), entry)
}

/** The result is parsed and searched before anybody may write it. */
function checked(compiler: Compiler, mark: string, text: string, entry: ToolEntry): EditResult {
  const source = compiler.createSourceFile('index.ts', text, compiler.ScriptTarget.Latest, true)
  const found = findTools(compiler, source)
  const fits = found.kind === 'array' && isListed(toolModule(compiler, source, found.array), entry)
  return fits && syntaxProblems(source).length === 0 ? { outcome: 'edit', text: mark + text } : unplaced()
}

function unplaced(): Refusal {
  return {
    outcome: 'refuse',
    code: 'NOT_AN_ARRAY_LITERAL',
    message: 'The entry could not be placed without breaking the file.',
    hint: 'Add the import and the entry by hand.',
  }
}

function isListed(module: ToolModule, entry: ToolEntry): boolean {
  const lists = [module.array.literal.elements, ...module.pushes.map(push => push.call.arguments)]
  return lists.some(list => list.some(element => isTool(module, entry, element))) || isInSpread(module, entry)
}

/** In `const base = [sendSms]` with `...base` among the elements. */
function isInSpread({ compiler, source, array, ...rest }: ToolModule, entry: ToolEntry): boolean {
  return array.literal.elements.some(element => {
    if (!compiler.isSpreadElement(element) || !compiler.isIdentifier(element.expression)) return false
    const local = localArray(compiler, source, element.expression.text)
    return local?.elements.some(inner => isTool({ compiler, source, array, ...rest }, entry, inner)) ?? false
  })
}

function localArray(compiler: Compiler, source: ts.SourceFile, name: string): ts.ArrayLiteralExpression | undefined {
  for (const statement of source.statements) {
    if (!compiler.isVariableStatement(statement)) continue
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (declared.getText(source) !== name || !initializer) continue
      return compiler.isArrayLiteralExpression(initializer) ? initializer : undefined
    }
  }
  return undefined
}

/** The import of the tool itself, when the file has it without listing it. */
function importedName(module: ToolModule, entry: ToolEntry): string | undefined {
  const own = module.imports.filter(binding => !binding.typeOnly && isToolFile(binding.module, entry))
  const named = own.find(binding => binding.imported === entry.exp)
  return named?.local ?? own.find(binding => binding.imported === 'default' && binding.local === entry.exp)?.local
}

function nameTaken(module: ToolModule, entry: ToolEntry): Refusal | undefined {
  if (importedName(module, entry) !== undefined) return undefined
  const owner = declarationOf(module, entry.exp)
  if (!owner) return undefined
  return {
    outcome: 'refuse',
    code: 'NAME_TAKEN',
    line: lineNumber(module.source.text, owner.getStart(module.source)),
    message: `\`${entry.exp}\` already names something else in the file.`,
    hint: 'Rename that, or choose another name for the tool.',
  }
}

/** What owns a name at the top level of the module. */
function declarationOf({ compiler, source, imports }: ToolModule, name: string): ts.Node | undefined {
  const imported = imports.find(binding => binding.local === name)
  if (imported) return imported.node
  for (const statement of source.statements) {
    if (compiler.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.find(({ name: node }) => binds(compiler, node, name))
      if (declared) return declared
    }
    const { name: own } = statement as ts.Statement & { name?: ts.Node }
    if (own && compiler.isIdentifier(own) && own.text === name) return statement
  }
  return undefined
}

function binds(compiler: Compiler, node: ts.BindingName, name: string): boolean {
  if (compiler.isIdentifier(node)) return node.text === name
  return node.elements.some(element => compiler.isBindingElement(element) && binds(compiler, element.name, name))
}

function splicesFor(module: ToolModule, entry: ToolEntry): Splice[] {
  const { compiler, source } = module
  const imported = importedName(module, entry)
  const place = placeEntry(module, imported ?? entry.exp)
  if (imported !== undefined) return place
  const statement = importText(importStyle(compiler, source), entry.exp, entry.file)
  return [insertImport(compiler, source, statement), ...place]
}

function placeEntry(module: ToolModule, name: string): Splice[] {
  const { compiler, source, array } = module
  const push = module.pushes.at(-1)
  if (array.literal.elements.length === 0 && push) return [pushSplice(module, array, push.statement, name)]
  return insertItem(source.text, bracketList(compiler, array.literal, source), name)
}

/** One more `tools.push(…)` below the last one. */
function pushSplice({ source }: ToolModule, array: ToolsArray, last: ts.Statement, name: string): Splice {
  const { text } = source
  const semicolon = text[importEnd(last, source) - 1] === ';' ? ';' : ''
  const at = Math.max(importTail(last, source), lineEnd(text, importTail(last, source)))
  const indent = text.slice(lineStart(text, last.getStart(source)), last.getStart(source))
  const call = `${array.variable}.push(${name})${semicolon}`
  return { start: at, end: at, text: `${lineBreakNear(text, at)}${indent.trim() === '' ? indent : ''}${call}` }
}

/** A module for a file that holds no code yet; what it holds stays on top. */
function newModule(text: string, entry: ToolEntry): string {
  const lineBreak = lineBreakNear(text, 0)
  const lines = [
    "import type { ToolDefinition } from 'loopengine'",
    `import { ${entry.exp} } from './${entry.file}.js'`,
    '',
    `export const tools: ToolDefinition[] = [${entry.exp}]`,
    '',
  ]
  return text + gapBelow(text, lineBreak) + lines.join(lineBreak)
}

function gapBelow(text: string, lineBreak: string): string {
  if (text.trim() === '' || /(\r\n|\n|\r)[^\S\r\n]*(\r\n|\n|\r)$/.test(text)) return ''
  return /[\r\n]$/.test(text) ? lineBreak : lineBreak + lineBreak
}
