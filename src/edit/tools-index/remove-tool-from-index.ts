import { removeItem } from '../comma-list/remove-item.ts'
import { codeComments, startWithDirectives } from '../comments.ts'
import type { EditResult, Refusal } from '../edit-result.ts'
import {
  applySplices,
  decode,
  lineEnd,
  lineNumber,
  lineStart,
  nextLine,
  type Splice,
  skipBlanks,
  skipBlanksBack,
} from '../text.ts'
import { type Compiler, loadCompiler, type ts } from '../typescript.ts'
import { bracketList } from './bracket-list.ts'
import { findTools } from './find-tools.ts'
import { type ImportBinding, importEnd, importStatements, importTail, isDirective } from './imports.ts'
import { parseTypescript, syntaxProblems } from './parse.ts'
import { referencesTo } from './references.ts'
import {
  hiddenUse,
  isTool,
  isToolImport,
  type PushStatement,
  reexport,
  type ToolEntry,
  type ToolModule,
  toolModule,
  toolNames,
} from './tool-module.ts'

/**
 * Takes a tool's entry, and the import that nothing else uses, out of the text of a `tools/index.ts`. A tool that is not
 * there is `noop`; one that would still reach `tools` in another way is refused.
 */
export async function removeToolFromIndex(bytes: Uint8Array, entry: ToolEntry): Promise<EditResult> {
  const decoded = decode(bytes)
  if ('outcome' in decoded) return decoded
  const compiler = await loadCompiler()
  const first = parseTypescript(compiler, decoded.text)
  if ('outcome' in first) return first
  const found = findTools(compiler, first)
  if (found.kind === 'refused') return found.refusal
  if (found.kind === 'empty') return { outcome: 'noop' }
  const module = toolModule(compiler, first, found.array)
  const refusal = hiddenUse(module, entry) ?? reexport(module, entry) ?? usedButNotListed(module, entry)
  if (refusal) return refusal
  const text = withoutEverything(compiler, decoded.text, entry)
  if (text === undefined) return stuck()
  return text === decoded.text ? { outcome: 'noop' } : { outcome: 'edit', text: decoded.mark + text }
}

function usedButNotListed(module: ToolModule, entry: ToolEntry): Refusal | undefined {
  if (firstListed(module, entry)) return undefined
  const [use] = toolNames(module, entry).flatMap(name => referencesTo(module.compiler, module.source, name))
  if (!use || module.imports.every(binding => !isToolImport(binding, entry))) return undefined
  const line = lineNumber(module.source.text, use.getStart(module.source))
  return {
    outcome: 'refuse',
    code: 'REFERENCED_ELSEWHERE',
    line,
    message: `\`${use.text}\` is not in the array but is used on line ${line}.`,
    hint: `Change line ${line} by hand.`,
  }
}

/** One cut after the other, the text parsed again after each; undefined when a cut would leave a broken file. */
function withoutEverything(compiler: Compiler, original: string, entry: ToolEntry): string | undefined {
  let text = original
  const names = new Set<string>()
  for (;;) {
    const source = compiler.createSourceFile('index.ts', text, compiler.ScriptTarget.Latest, true)
    const found = findTools(compiler, source)
    if (found.kind !== 'array' || syntaxProblems(source).length > 0) return undefined
    const module = toolModule(compiler, source, found.array)
    for (const name of namesInUse(module, entry)) names.add(name)
    const cuts = firstListed(module, entry) ?? unusedImport(module, entry, names)
    if (!cuts) return text
    text = applySplices(text, cuts)
  }
}

/** The cuts for the first element, or pushed argument, that is the tool. */
function firstListed(module: ToolModule, entry: ToolEntry): Splice[] | undefined {
  const { compiler, source, array } = module
  const index = array.literal.elements.findIndex(element => isTool(module, entry, element))
  if (index >= 0) return removeItem(source.text, bracketList(compiler, array.literal, source), index)
  for (const push of module.pushes) {
    const at = push.call.arguments.findIndex(argument => isTool(module, entry, argument))
    if (at >= 0) return removePushed(module, push, at)
  }
  return undefined
}

function removePushed({ compiler, source }: ToolModule, { statement, call }: PushStatement, index: number): Splice[] {
  if (call.arguments.length > 1) return removeItem(source.text, bracketList(compiler, call, source), index)
  return [cutStatement(source, statement)]
}

/** Local names of imports through which the tool is or was listed (`orders` in `orders.lookupOrder`). */
function namesInUse(module: ToolModule, entry: ToolEntry): string[] {
  const { compiler, source } = module
  const elements = [...module.array.literal.elements, ...module.pushes.flatMap(push => [...push.call.arguments])]
  const listed = elements.filter(element => isTool(module, entry, element)).map(element => element.getText(source))
  const namespaces = module.imports.filter(binding => compiler.isNamespaceImport(binding.node))
  return namespaces.map(binding => binding.local).filter(local => listed.some(text => text.startsWith(`${local}.`)))
}

function unusedImport(module: ToolModule, entry: ToolEntry, names: Set<string>): Splice[] | undefined {
  const { compiler, source } = module
  const candidates = module.imports.filter(binding => isToolImport(binding, entry) || names.has(binding.local))
  const unused = candidates.find(binding => referencesTo(compiler, source, binding.local).length === 0)
  return unused && removeBinding(module, unused)
}

function removeBinding(module: ToolModule, binding: ImportBinding): Splice[] {
  const { compiler, source } = module
  const { statement, node } = binding
  const siblings = module.imports.filter(other => other.statement === statement)
  if (siblings.length === 1) return [cutImport(module, statement)]
  const clause = statement.importClause
  const named = clause?.namedBindings
  if (compiler.isImportSpecifier(node) && named && compiler.isNamedImports(named)) {
    if (named.elements.length > 1)
      return removeItem(source.text, bracketList(compiler, named, source), named.elements.indexOf(node))
  }
  if (!clause?.name || !named) return []
  if (compiler.isImportClause(node))
    return [{ start: clause.name.getStart(source), end: named.getStart(source), text: '' }]
  return [{ start: clause.name.end, end: named.end, text: '' }]
}

/** The last import takes the blank line below it along when it opened the module: `addToolToIndex` put it there. */
function cutImport({ compiler, source }: ToolModule, statement: ts.ImportDeclaration): Splice {
  const cut = cutStatement(source, statement)
  const { text } = source
  const opens = source.statements.filter(other => !isDirective(other, source))[0] === statement
  const alone = importStatements(compiler, source).length === 1
  const blankBelow = /^[^\S\r\n]*(\r\n|\n|\r)/.test(text.slice(cut.end)) && cut.end > lineEnd(text, cut.start)
  return opens && alone && blankBelow ? { ...cut, end: nextLine(text, cut.end) } : cut
}

/** A statement with its same-line comment and the directives above it; whole lines when nothing else shares them. */
function cutStatement(source: ts.SourceFile, statement: ts.Statement): Splice {
  const { text } = source
  const start = statement.getStart(source)
  const end = importTail(statement, source)
  const index = source.statements.indexOf(statement)
  const previous = source.statements[index - 1]
  const startsLine = skipBlanksBack(text, start) === lineStart(text, start)
  const endsLine = skipBlanks(text, end) === lineEnd(text, end)
  if (startsLine && endsLine) {
    const from = startWithDirectives(codeComments, text, previous ? importEnd(previous, source) : 0, start)
    return wholeLines(text, from, end)
  }
  const next = source.statements[index + 1]
  if (!endsLine && next)
    return {
      start,
      end: Math.max(importEnd(statement, source), skipBlanks(text, importEnd(statement, source))),
      text: '',
    }
  return { start: skipBlanksBack(text, start), end, text: '' }
}

/** The last line of a text without a final line break takes the break before it. */
function wholeLines(text: string, start: number, end: number): Splice {
  const below = nextLine(text, end)
  const isLast = below === text.length && lineEnd(text, end) === text.length
  if (!isLast || start === 0) return { start, end: below, text: '' }
  const breakLength = text.slice(0, start).endsWith('\r\n') ? 2 : 1
  return { start: start - breakLength, end: below, text: '' }
}

function stuck(): Refusal {
  return {
    outcome: 'refuse',
    code: 'NESTED_IN_EXPRESSION',
    message: 'The entry could not be taken out without breaking the file.',
    hint: 'Remove the entry and its import by hand.',
  }
}
