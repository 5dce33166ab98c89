import type { Diagnostic, Range } from '../../core/diagnostic.ts'
import { didYouMean } from '../../core/nearest.ts'
import type { Scope } from '../../core/rule.ts'
import { readActauthText } from '../actauth-text.ts'
import { readDecision } from '../read-decision.ts'
import { firstKeyOf, type KnownKeys, readKeys } from '../read-keys.ts'
import { collectProblems } from '../read-policy.ts'
import { quoted } from '../shown.ts'
import { kindOf, type Report, type SourceEntry, type SourceNode } from '../source-node.ts'
import { readToolPattern } from '../tool-pattern.ts'
import type { PermissionCase } from './permission-case.ts'

export interface CasesReading {
  /** Those that could be read. */
  cases: PermissionCase[]
  diagnostics: Diagnostic[]
}

/** What a case that names no scope is decided for: the same on every machine, whatever `LOOPENGINE_ENV` says. */
const USUAL: Scope = { tenant: 'default', environment: 'production' }

const FILE: KnownKeys = {
  owner: 'a file of permission tests',
  keys: ['version', 'tenant', 'environment', 'cases'],
  synonyms: { tests: 'cases', env: 'environment' },
}

const CASE: KnownKeys = {
  owner: 'a case',
  keys: ['name', 'tool', 'args', 'tenant', 'environment', 'decision', 'rule'],
  synonyms: {
    arguments: 'args',
    input: 'args',
    expect: 'decision',
    expected: 'decision',
    env: 'environment',
    scope: 'environment',
  },
}

const EXAMPLE = '{ tool: issue_refund, args: { amount: 80 }, decision: ask }'

/** Reads an `actauth.test.yml`; every problem with its place. `file` is relative to the project root. */
export async function readCases(content: string | Uint8Array, file: string): Promise<CasesReading> {
  const { report, diagnostics } = collectProblems(file)
  const reading = readActauthText(content)
  if (reading.kind === 'problem') {
    report(reading.problem)
    return { cases: [], diagnostics }
  }
  const { parseActauth } = await import('../parse-actauth.ts')
  const root = parseActauth(reading.text, report)
  return { cases: root ? readFile(root, report) : [], diagnostics }
}

function readFile(root: SourceNode, report: Report): PermissionCase[] {
  if (root.kind !== 'map') {
    const hint = `Write \`version: 1\` and \`cases:\` at the left margin, and below it a list such as - ${EXAMPLE}.`
    report({
      code: 'PERMISSION_TEST_SHAPE',
      message: `The file is ${kindOf(root)} instead of a map.`,
      at: root.at,
      hint,
    })
    return []
  }
  const keys = readKeys(root, FILE, report)
  const version = keys.get('version')?.value
  if (version?.kind !== 'scalar' || version.value !== 1) {
    const message = version
      ? `\`version\` is ${kindOf(version)}, and this loopengine reads 1.`
      : 'There is no `version`.'
    report({
      code: 'PERMISSION_TEST_VERSION',
      message,
      at: version?.at ?? firstKeyOf(root),
      hint: 'Write `version: 1`.',
    })
  }
  const scope = readScopeKeys(keys, USUAL, report)
  const list = keys.get('cases')?.value
  if (list?.kind === 'list') return list.items().flatMap(item => readCase(item, scope, report) ?? [])
  const message = list ? `\`cases\` is ${kindOf(list)} instead of a list.` : 'There is no `cases`.'
  report({
    code: 'PERMISSION_TEST_SHAPE',
    message,
    at: list?.at ?? firstKeyOf(root),
    hint: `A case looks like - ${EXAMPLE}.`,
  })
  return []
}

type Keys = ReadonlyMap<string, SourceEntry>

function readCase(node: SourceNode, around: Scope, report: Report): PermissionCase | undefined {
  if (node.kind !== 'map') {
    const message = `A case is ${kindOf(node)} instead of a map.`
    report({ code: 'PERMISSION_TEST_SHAPE', message, at: node.at, hint: `Write ${EXAMPLE}.` })
    return undefined
  }
  const keys = readKeys(node, CASE, report)
  const at = firstKeyOf(node)
  for (const key of ['tool', 'decision'].filter(key => !keys.has(key)))
    report({
      code: 'ACTAUTH_MISSING_KEY',
      message: `A case has no \`${key}\`.`,
      at,
      hint: `A case looks like ${EXAMPLE}.`,
    })
  const tool = readTool(keys.get('tool')?.value, report)
  const written = keys.get('decision')
  const decision = written && readDecision(written.value, 'decision', report)
  const args = readArgs(keys.get('args')?.value, report)
  const scope = readScopeKeys(keys, around, report)
  const rule = readRuleName(keys.get('rule')?.value, report)
  if (tool === undefined || !decision || !args || !at.range) return undefined
  const name = readText(keys, 'name', report) ?? inWords(tool, args)
  return { name, tool, args, scope, decision, place: at.range, ...(rule === undefined ? {} : { rule }) }
}

function readTool(node: SourceNode | undefined, report: Report): string | undefined {
  if (!node || node.kind === 'unreadable') return undefined
  const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
  const reading = text === undefined ? undefined : readToolPattern(text)
  if (reading?.kind === 'tool' && reading.tool.exact) return text
  const said = text === undefined ? kindOf(node) : quoted(text)
  const hint = 'A case is about one call: name the tool exactly, without `*`.'
  report({ code: 'ACTAUTH_TOOL', message: `\`tool\` is ${said}, and should be the name of a tool.`, at: node.at, hint })
  return undefined
}

/** The arguments as the gate will see them, at any depth. */
function readArgs(node: SourceNode | undefined, report: Report): Record<string, unknown> | undefined {
  if (!node || (node.kind === 'scalar' && node.value === null)) return {}
  const value = toValue(node, 0)
  if (node.kind === 'map' && value !== undefined) return value as Record<string, unknown>
  if (node.kind === 'unreadable') return undefined
  const message = node.kind === 'map' ? 'The arguments hold something that is no JSON.' : `\`args\` is ${kindOf(node)}.`
  report({ code: 'PERMISSION_TEST_ARGS', message, at: node.at, hint: 'Write a map: { amount: 80 }.' })
  return undefined
}

const DEEPEST = 40

function toValue(node: SourceNode, depth: number): unknown {
  if (depth > DEEPEST) return undefined
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') {
    const items = node.items().map(item => toValue(item, depth + 1))
    return items.includes(undefined) ? undefined : items
  }
  if (node.kind !== 'map') return undefined
  const entries = node.entries().map(({ key, value }) => [key, toValue(value, depth + 1)] as const)
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}

/** `rule: null` says that no rule decides. */
function readRuleName(node: SourceNode | undefined, report: Report): string | null | undefined {
  if (!node || node.kind === 'unreadable') return undefined
  if (node.kind === 'scalar' && (node.value === null || typeof node.value === 'string')) return node.value
  const hint = 'Write the name of a rule, or null when the default should decide.'
  report({ code: 'ACTAUTH_NOT_A_TEXT', message: `\`rule\` is ${kindOf(node)}.`, at: node.at, hint })
  return undefined
}

function readScopeKeys(keys: Keys, around: Scope, report: Report): Scope {
  const tenant = readText(keys, 'tenant', report) ?? around.tenant
  const environment = readText(keys, 'environment', report) ?? around.environment
  return { tenant, environment }
}

function readText(keys: Keys, key: string, report: Report): string | undefined {
  const node = keys.get(key)?.value
  if (!node || node.kind === 'unreadable') return undefined
  if (node.kind === 'scalar' && typeof node.value === 'string' && node.value !== '') return node.value
  const hint = `\`${key}\` takes one text.`
  report({ code: 'ACTAUTH_NOT_A_TEXT', message: `\`${key}\` is ${kindOf(node)} instead of a text.`, at: node.at, hint })
  return undefined
}

function inWords(tool: string, args: Record<string, unknown>): string {
  return `${tool}(${Object.keys(args).length === 0 ? '' : JSON.stringify(args)})`
}

/** A case that expects a rule which is not there can never pass: say so at its place. */
export function unknownRules(cases: readonly PermissionCase[], names: readonly string[], file: string): Diagnostic[] {
  return cases.flatMap(({ rule, place }) =>
    typeof rule === 'string' && !names.includes(rule) ? [unknownRule(rule, names, { file, range: place })] : [],
  )
}

function unknownRule(rule: string, names: readonly string[], at: { file: string; range: Range }): Diagnostic {
  return {
    code: 'PERMISSION_TEST_RULE',
    severity: 'error',
    message: `A case expects the rule ${quoted(rule)}, and there is none of that name.`,
    ...at,
    hint: `${didYouMean(rule, names)} Rules: ${names.join(', ')}.`.trim(),
  }
}

/** A case that lets a tool run which the agent doesn't have is about no agent of today; that it is denied may be meant. */
export function unknownTools(cases: readonly PermissionCase[], names: readonly string[], file: string): Diagnostic[] {
  return cases.flatMap(({ tool, decision, place }): Diagnostic[] => {
    if (decision === 'deny' || names.includes(tool)) return []
    const hint = `${didYouMean(tool, names)} Tools here: ${names.join(', ')}.`.trim()
    const message = `The agent has no tool ${quoted(tool)}; the rules were asked all the same.`
    return [{ code: 'PERMISSION_TEST_TOOL', severity: 'warning', message, file, range: place, hint }]
  })
}
