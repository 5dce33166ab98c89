import { readActauthText } from './actauth-text.ts'
import type { PolicyDefault, PolicyReading, PolicySource } from './policy.ts'
import { readDecision } from './read-decision.ts'
import { type KnownKeys, readKeys } from './read-keys.ts'
import { collectProblems, finishReading, readRules } from './read-policy.ts'
import { kindOf, type Report, type SourceNode } from './source-node.ts'

const FILE: KnownKeys = {
  owner: 'actauth.yml',
  keys: ['default_decision', 'rules'],
  synonyms: { default: 'default_decision', defaultDecision: 'default_decision', permissions: 'rules' },
}

const NOTHING_WRITTEN = { default: { decision: 'deny', from: 'nothing written' } as PolicyDefault, rules: [] }

/**
 * Reads an agent's `actauth.yml`; undefined is a file that isn't there. Never rejects. Any error makes the policy
 * `broken`, and a gate of a broken policy denies every tool.
 */
export async function readActauth(
  content: string | Uint8Array | undefined,
  source: PolicySource,
): Promise<PolicyReading> {
  const { report, diagnostics } = collectProblems(source.file)
  const root = content === undefined ? undefined : await readRoot(content, report)
  if (diagnostics.length === 0 && (!root || holdsNothing(root))) return nothingWritten(source, content === undefined)
  const written = root ? await readContent(root, source.file, report) : NOTHING_WRITTEN
  return finishReading(source, written, diagnostics)
}

async function readRoot(content: string | Uint8Array, report: Report): Promise<SourceNode | undefined> {
  const reading = readActauthText(content)
  if (reading.kind === 'text') {
    const { parseActauth } = await import('./parse-actauth.ts')
    return parseActauth(reading.text, report)
  }
  report(reading.problem)
  return undefined
}

function holdsNothing(root: SourceNode): boolean {
  if (root.kind === 'map') return root.entries().length === 0
  return root.kind === 'scalar' && root.value === null
}

function nothingWritten(source: PolicySource, missing: boolean): PolicyReading {
  const reading = finishReading(source, NOTHING_WRITTEN, [])
  const what = missing ? 'There is no actauth.yml' : 'The file holds no key'
  reading.diagnostics.push({
    code: missing ? 'ACTAUTH_MISSING' : 'ACTAUTH_EMPTY',
    severity: 'warning',
    message: `${what}, so every tool of \`${source.agentName}\` is denied.`,
    file: source.file,
    hint: 'Start with `default_decision: ask`, and add rules for the tools that need no question.',
  })
  return reading
}

async function readContent(root: SourceNode, file: string, report: Report) {
  if (root.kind === 'unreadable') return NOTHING_WRITTEN
  if (root.kind !== 'map') {
    report({
      code: 'ACTAUTH_ROOT_NOT_MAP',
      message: `The file is ${kindOf(root)} instead of a map.`,
      at: root.at,
      hint: 'Write `default_decision:` and `rules:` at the left margin, and the rules as a list below.',
    })
    return NOTHING_WRITTEN
  }
  const keys = readKeys(root, FILE, report)
  const written = keys.get('default_decision')
  const decision = written && readDecision(written.value, 'default_decision', report)
  const rules = await readRules(keys.get('rules')?.value, file, report)
  return { default: toDefault(decision, written?.at.range?.start.line), rules }
}

function toDefault(decision: 'allow' | 'ask' | 'deny' | undefined, line: number | undefined): PolicyDefault {
  return decision ? { decision, from: 'written', line } : { decision: 'ask', from: 'key missing' }
}
