import type { Condition, DecisionWord, PlacedRule, Rule } from '../core/rule.ts'
import { wordCondition } from './condition-test.ts'

const VERBS: Record<DecisionWord, string> = { allow: 'allows', ask: 'asks before', deny: 'denies' }

/** A rule for people: `allows issue_refund in production when amount > 50`. */
export function wordRule(rule: Pick<Rule, 'decision' | 'scope' | 'tool' | 'when'>): string {
  return `${VERBS[rule.decision]} ${wordTool(rule.tool)} ${wordScope(rule.scope)}${wordConditions(rule.when)}`
}

/** Where a rule stands: `agents/desk/actauth.yml:7`. */
export function placeOfRule({ file, line }: Pick<PlacedRule, 'file' | 'line'>): string {
  return `${file ?? 'code'}${line === undefined ? '' : `:${line}`}`
}

/** A scope for people: `in production for tenant acme`, `everywhere`. */
export function wordScope(scope: string): string {
  const [tenant = '*', environment = '*', agent = '*'] = scope.split('/')
  const parts: string[] = []
  if (environment !== '*') parts.push(`in ${environment}`)
  if (tenant !== '*') parts.push(`for tenant ${tenant}`)
  if (agent !== '*') parts.push(`by agent ${agent}`)
  return parts.length === 0 ? 'everywhere' : parts.join(' ')
}

/** `` when amount > 50 and currency = "EUR"``, with its leading blank; empty without conditions. */
export function wordConditions(conditions: readonly Condition[] | undefined): string {
  return conditions && conditions.length > 0 ? ` when ${conditions.map(wordCondition).join(' and ')}` : ''
}

function wordTool(tool: string): string {
  return tool === '*' ? 'every tool' : tool
}
