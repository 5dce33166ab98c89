// Verification of a change by reading: texts parse, relative imports find their files and names, tool names are unique.

import { checkAbl, type FoundText } from '../../abl/index.ts'
import { type Diagnostic, rangeAt } from '../../core/diagnostic.ts'
import { readActauth } from '../../permissions/index.ts'
import type { ProjectTexts } from '../change-set/project-texts.ts'
import { type Compiler, loadCompiler } from '../typescript.ts'
import { type ImportFact, type ModuleFacts, moduleFacts } from './module-facts.ts'
import { isCode, resolveImport } from './resolve-import.ts'

/**
 * The problems of the changed files, and of the files that import them. Runs no code; names that only code could tell are
 * taken for right.
 */
export async function verifyTexts(texts: ProjectTexts): Promise<Diagnostic[]> {
  const changedCode = texts.changed.filter(isCode)
  const code = changedCode.length > 0 ? new CodeCheck(await loadCompiler(), texts).problems(changedCode) : []
  const rules = texts.changed.filter(path => path.endsWith('/actauth.yml')).map(path => ruleProblems(texts, path))
  const abl = texts.changed.filter(path => path.endsWith('.abl')).flatMap(path => ablProblems(texts, path))
  const data = texts.changed.filter(path => path.endsWith('.json')).flatMap(path => jsonProblems(texts, path))
  return [...code, ...(await Promise.all(rules)).flat(), ...abl, ...data]
}

async function ruleProblems(texts: ProjectTexts, file: string): Promise<Diagnostic[]> {
  const text = texts.text(file)
  if (text === undefined) return []
  const agentName = /([^/]+)\/actauth\.yml$/.exec(file)?.[1] ?? ''
  return [...(await readActauth(text, { file, agentName })).diagnostics]
}

/** Of the file with what it imports; and of the agent file beside the tools, which may import the file. */
function ablProblems(texts: ProjectTexts, file: string): Diagnostic[] {
  const [, directory = ''] = /^(.*\/)tools\/[^/]*$/.exec(file) ?? []
  const files = [...new Set([file, ...(directory === '' ? [] : [`${directory}agent.abl`])])]
  return files.flatMap(path => {
    const text = texts.text(path)
    return text === undefined ? [] : checkAbl(text, { file: path, read: found => textFound(texts, found) }).diagnostics
  })
}

function textFound(texts: ProjectTexts, path: string): FoundText {
  const text = texts.text(path)
  return text === undefined ? { kind: 'missing' } : { kind: 'text', text }
}

function jsonProblems(texts: ProjectTexts, file: string): Diagnostic[] {
  const text = texts.text(file)
  if (text === undefined || /(^|\/)(tsconfig|jsconfig)[^/]*\.json$/.test(file)) return []
  try {
    JSON.parse(text.replace(/^\ufeff/, ''))
    return []
  } catch {
    return [{ code: 'SYNTAX_ERROR', severity: 'error', message: `\`${file}\` is not valid JSON.`, file }]
  }
}

class CodeCheck {
  readonly #compiler: Compiler
  readonly #texts: ProjectTexts
  readonly #facts = new Map<string, ModuleFacts | undefined>()

  constructor(compiler: Compiler, texts: ProjectTexts) {
    this.#compiler = compiler
    this.#texts = texts
  }

  problems(changed: string[]): Diagnostic[] {
    const importers = this.#importersOf(changed.filter(file => this.#losesExports(file)))
    const files = [...new Set([...changed, ...importers])]
    return files.flatMap(file => [...this.#syntax(file), ...this.#edges(file), ...this.#twice(file)])
  }

  #factsOf(file: string): ModuleFacts | undefined {
    if (!this.#facts.has(file)) {
      const text = this.#texts.text(file)
      this.#facts.set(file, text === undefined ? undefined : moduleFacts(this.#compiler, text.replace(/^\ufeff/, '')))
    }
    return this.#facts.get(file)
  }

  #syntax(file: string): Diagnostic[] {
    return (this.#factsOf(file)?.problems ?? []).map(problem => ({ ...problem, file }))
  }

  #edges(file: string): Diagnostic[] {
    return (this.#factsOf(file)?.imports ?? []).flatMap(edge => this.#edge(file, edge))
  }

  #edge(file: string, edge: ImportFact): Diagnostic[] {
    const target = this.#resolve(file, edge.specifier)
    const at = (code: string, message: string): Diagnostic => {
      const text = this.#texts.text(file)?.replace(/^\ufeff/, '') ?? ''
      return { code, severity: 'error', file, message, range: rangeAt(text, edge.start, edge.end) }
    }
    if (target === undefined)
      return [at('MISSING_MODULE', `\`${file}\` imports \`${edge.specifier}\`, which does not exist.`)]
    const facts = isCode(target) ? this.#factsOf(target) : undefined
    if (!facts || facts.open) return []
    const missing = edge.names.filter(name => !facts.exports.has(name))
    return missing.map(name =>
      at('MISSING_EXPORT', `\`${file}\` imports \`${name}\`, which \`${target}\` does not export.`),
    )
  }

  #resolve(file: string, specifier: string): string | undefined {
    return resolveImport(path => this.#texts.text(path) !== undefined, file, specifier)
  }

  /** Two entries of a `tools/index.ts` whose files give the same tool name. */
  #twice(file: string): Diagnostic[] {
    if (!/(^|\/)tools\/index\.[cm]?[jt]s$/.test(file)) return []
    const owners = new Map<string, string>()
    const problems: Diagnostic[] = []
    for (const { specifier, names } of this.#factsOf(file)?.imports ?? []) {
      const target = this.#resolve(file, specifier)
      const toolNames = target && isCode(target) ? this.#factsOf(target)?.toolNames : undefined
      for (const tool of names.flatMap(name => toolNames?.get(name) ?? [])) {
        const owner = owners.get(tool)
        if (owner !== undefined && owner !== target) problems.push(clash(file, tool, [owner, target ?? '']))
        owners.set(tool, target ?? '')
      }
    }
    return problems
  }

  /** The change takes away the file, or one of its exports: who imports it must be looked at. */
  #losesExports(file: string): boolean {
    const texts = this.#texts
    const own = texts.text(file)
    const other = texts.counterpart(file)
    const [before, after] = texts.side === 'before' ? [own, other] : [other, own]
    if (before === undefined) return false
    if (after === undefined) return true
    const { exports } = moduleFacts(this.#compiler, after)
    return [...moduleFacts(this.#compiler, before).exports].some(name => !exports.has(name))
  }

  /** Other files that import one of these: looked for in the text first, because most files don't. */
  #importersOf(targets: string[]): string[] {
    if (targets.length === 0) return []
    const mentions = targets.map(mentionOf)
    return this.#texts.sources().filter(file => {
      if (targets.includes(file)) return false
      const text = this.#texts.text(file) ?? ''
      return mentions.some(mention => mention.test(text)) && this.#importsOneOf(file, targets)
    })
  }

  #importsOneOf(file: string, targets: string[]): boolean {
    const exists = (path: string): boolean => targets.includes(path) || this.#texts.text(path) !== undefined
    const edges = this.#factsOf(file)?.imports ?? []
    return edges.some(({ specifier }) => targets.includes(resolveImport(exists, file, specifier) ?? ''))
  }
}

/** How an import of this file must end. */
function mentionOf(path: string): RegExp {
  const parts = path.replace(/\.[cm]?[jt]sx?$/, '').split('/')
  const last = parts.at(-1) ?? ''
  const folder = last === 'index' ? `|${escaped(parts.at(-2) ?? '')}/?|\\.{1,2}/?` : ''
  return new RegExp(`['"/](${escaped(last)}${folder})(\\.[cm]?[jt]sx?)?['"]`)
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, '\\$&')
}

function clash(file: string, tool: string, [first, second]: [string, string]): Diagnostic {
  return {
    code: 'TOOL_TWICE',
    severity: 'error',
    file,
    message: `The tool name \`${tool}\` is used by \`${first}\` and by \`${second}\`.`,
    hint: 'Give one of them another name.',
  }
}
