import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import {
  type AblFile,
  type BindingSpec,
  type CheckedFile,
  type CheckOptions,
  checkAbl,
  type FoundText,
  type ParameterSpec,
  parseAbl,
  type ToolSpec,
} from '../../src/abl/index.ts'
import { type Diagnostic, hasErrors } from '../../src/core/diagnostic.ts'

/**
 * ABL as it would stand in a file: the indentation that all lines share is taken away, escapes stay as written. Under
 * `npm run abl:mutants` the property that a test is said to prove is taken away too, and the test must then fail.
 */
export function abl(strings: TemplateStringsArray, ...values: unknown[]): string {
  return withoutMutant(dedent(String.raw(strings, ...values)))
}

export function dedent(text: string): string {
  const lines = text
    .replace(/^\n/, '')
    .replace(/\n[ \t]*$/, '\n')
    .split('\n')
  const widths = lines.filter(line => line.trim() !== '').map(line => /^ */.exec(line)?.[0].length ?? 0)
  const smallest = Math.min(...widths)
  return lines.map(line => line.slice(smallest)).join('\n')
}

/** What to take away from the sources of the running test: `docs/abl.md` says it for each row. */
const mutants: Readonly<Record<string, string>> = process.env.ABL_MUTANTS
  ? JSON.parse(readFileSync(process.env.ABL_MUTANTS, 'utf8'))
  : {}

function withoutMutant(source: string): string {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const test = `${testPath.split('/test/abl/').at(-1)} > ${currentTestName}`
  const part = Object.hasOwn(mutants, test) ? mutants[test] : undefined
  return part === undefined ? source : takeAway(source, part)
}

/** A source without a property (a key: its line and everything below it), or without a piece of text. */
export function takeAway(source: string, part: string): string {
  if (!/^[\w-]+$/.test(part) || !new RegExp(`^ *(?:- )?${part} *:`, 'm').test(source))
    return source.replaceAll(part, '')
  const kept: string[] = []
  let dropped = -1
  for (const line of source.split('\n')) {
    const column = /^ */.exec(line)?.[0].length ?? 0
    if (dropped >= 0 && (line.trim() === '' || column > dropped)) continue
    const [, dash = '', key] = /^ *(- )?([\w-]+) *:/.exec(line) ?? []
    dropped = key === part ? column + dash.length : -1
    if (key !== part) kept.push(line)
    else if (dash !== '') kept.push(`${' '.repeat(column)}-`)
  }
  return kept.join('\n')
}

/** Parses a file of tools; the test names another file where it matters. */
export function parse(source: string, file = 'tools/shop.tools.abl'): AblFile {
  return parseAbl(source, { file })
}

export function check(source: string, options: Partial<CheckOptions> = {}): CheckedFile {
  return checkAbl(source, { file: 'agents/shop/tools/shop.tools.abl', ...options })
}

/** The only tool of a source without errors. */
export function toolOf(source: string): ToolSpec {
  const { tools, diagnostics } = parse(source)
  if (hasErrors(diagnostics) || tools.length !== 1)
    throw new Error(`Expected one good tool: ${JSON.stringify(diagnostics)}`)
  return tools[0] as ToolSpec
}

/** The binding of the only tool, which must be of a type. */
export function bindingOf<T extends BindingSpec['type']>(source: string, type: T): Extract<BindingSpec, { type: T }> {
  const { binding } = toolOf(source)
  if (binding?.type !== type) throw new Error(`Expected a binding of type ${type}, got ${binding?.type}.`)
  return binding as Extract<BindingSpec, { type: T }>
}

/** A parameter of the only tool. */
export function parameterOf(source: string, name: string): ParameterSpec {
  const found = toolOf(source).parameters.find(parameter => parameter.name === name)
  if (!found) throw new Error(`There is no parameter ${name}.`)
  return found
}

/** `code line:column`, for a short look at where problems stand. */
export function places(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, range }) => `${code} ${range?.start.line}:${range?.start.column}`)
}

export function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code)
}

/** Files that an import may find, by path relative to the project. */
export function files(texts: Readonly<Record<string, string>>): (path: string) => FoundText {
  return path => {
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined
    return text === undefined ? { kind: 'missing' } : { kind: 'text', text }
  }
}

/** Data without the places it was read from, for comparing two readings. */
export function withoutPlaces<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'at' ? undefined : inner)))
}
