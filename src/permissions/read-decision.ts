import { nearest } from '../core/nearest.ts'
import type { DecisionWord } from '../core/rule.ts'
import { quoted } from './shown.ts'
import { kindOf, type Report, type SourceNode } from './source-node.ts'

export const DECISION_WORDS: readonly DecisionWord[] = ['allow', 'ask', 'deny']

const SYNONYMS: Readonly<Record<string, DecisionWord>> = {
  yes: 'allow',
  true: 'allow',
  permit: 'allow',
  grant: 'allow',
  auto: 'allow',
  no: 'deny',
  false: 'deny',
  never: 'deny',
  block: 'deny',
  forbid: 'deny',
  reject: 'deny',
  refuse: 'deny',
  confirm: 'ask',
  approve: 'ask',
  approval: 'ask',
  prompt: 'ask',
  require_approval: 'ask',
}

/** One of allow, ask and deny, written so; anything else is reported. `key` names where it was expected. */
export function readDecision(node: SourceNode, key: string, report: Report): DecisionWord | undefined {
  if (node.kind === 'unreadable') return undefined
  const written = node.kind === 'scalar' && node.value !== null ? String(node.value) : undefined
  const found = DECISION_WORDS.find(word => word === written)
  if (found) return found
  const said = written === undefined ? kindOf(node) : quoted(written)
  report({
    code: 'ACTAUTH_DECISION',
    message: `\`${key}\` is ${said}, and only allow, ask and deny are decisions.`,
    at: node.at,
    hint: hintFor(written),
  })
  return undefined
}

function hintFor(written: string | undefined): string {
  if (written === undefined) return 'Write allow, ask or deny.'
  const word = written.toLowerCase()
  const meant = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : nearest(word, DECISION_WORDS)
  return meant ? `Did you mean \`${meant}\`?` : 'Write allow, ask or deny.'
}
