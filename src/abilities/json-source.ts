import { type Diagnostic, type Range, rangeAt } from '../core/diagnostic.ts'
import { isRecord, type JsonRecord } from '../core/json.ts'
import { type Compiler, loadCompiler, type ts } from '../edit/typescript.ts'

/** A JSON file of an ability: its value, and where each part of it stands. */
export interface JsonSource {
  /** Undefined when the text is no JSON object. */
  value: JsonRecord | undefined
  problem(code: string, path: readonly (string | number)[], message: string, hint?: string): Diagnostic
}

/** Reads a JSON object with the places of its parts; a syntax error is among the diagnostics. */
export async function readJsonSource(text: string, file: string): Promise<JsonSource & { diagnostics: Diagnostic[] }> {
  const compiler = await loadCompiler()
  const plain = text.replace(/^\ufeff/, '')
  const source = compiler.parseJsonText('x.json', plain)
  const problem: JsonSource['problem'] = (code, path, message, hint) => {
    const range = placeOf(compiler, source, path)
    return { code, severity: 'error', message, file, range, ...(hint === undefined ? {} : { hint }) }
  }
  const value = parsed(plain)
  if (isRecord(value)) return { value, problem, diagnostics: [] }
  const message = value === undefined ? 'The file is not valid JSON.' : 'The file holds no JSON object.'
  return {
    value: undefined,
    problem,
    diagnostics: [{ ...problem('ABILITY_SYNTAX', [], message), range: syntaxPlace(source, plain) }],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function syntaxPlace(source: ts.JsonSourceFile, text: string): Range {
  const [first] = (source as unknown as { parseDiagnostics: { start: number; length: number }[] }).parseDiagnostics
  return first ? rangeAt(text, first.start, first.start + first.length) : rangeAt(text, 0, Math.min(1, text.length))
}

/** The place of the deepest part of a path that is there. */
function placeOf(compiler: Compiler, source: ts.JsonSourceFile, path: readonly (string | number)[]): Range {
  let node: ts.Node | undefined = source.statements[0]?.expression
  for (const step of path) {
    const next: ts.Node | undefined = node && childOf(compiler, node, step)
    if (!next) break
    node = next
  }
  const start = node?.getStart(source) ?? 0
  return rangeAt(source.text, start, path.length === 0 ? start + 1 : (node?.end ?? start))
}

function childOf(compiler: Compiler, node: ts.Node, step: string | number): ts.Node | undefined {
  if (compiler.isArrayLiteralExpression(node)) return node.elements[Number(step)]
  if (!compiler.isObjectLiteralExpression(node)) return undefined
  const found = node.properties.find(
    property => property.name && 'text' in property.name && property.name.text === step,
  )
  return found && compiler.isPropertyAssignment(found) ? found.initializer : found
}
