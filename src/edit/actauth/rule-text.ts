import type { Json } from '../../core/json.ts'
import type { Condition, Rule } from '../../core/rule.ts'
import { lineBreakNear } from '../text.ts'
import type { RuleStyle } from './rule-style.ts'

/** A rule to write: `when` may be one condition or a list. */
export interface RuleEntry extends Omit<Rule, 'when'> {
  when?: Condition | Condition[]
}

/** The conditions as a list; empty when there are none. */
export function conditionsOf(rule: RuleEntry): Condition[] {
  if (rule.when === undefined) return []
  return Array.isArray(rule.when) ? rule.when : [rule.when]
}

/** The lines of a block rule, without a final line break. */
export function blockRule(text: string, rule: RuleEntry, style: RuleStyle): string {
  const lineBreak = lineBreakNear(text, 0)
  const { indent, gap } = style
  const below = /[\r\n]/.test(gap) ? (/[^\r\n]*$/.exec(gap)?.[0] ?? '') : `${indent} ${gap}`
  const lines = [
    `name: ${scalar(rule.name, style)}`,
    `scope: ${quoted(rule.scope, style)}`,
    `tool: ${scalar(rule.tool, style)}`,
    `decision: ${rule.decision}`,
    ...whenLines(conditionsOf(rule), style),
  ]
  return `${indent}-${gap}${lines.join(`${lineBreak}${below}`)}`
}

/** `{ name: x, scope: "a/b", … }` */
export function flowRule(rule: RuleEntry, style: RuleStyle): string {
  const conditions = conditionsOf(rule)
  const fields: Record<string, string> = {
    name: scalar(rule.name, style),
    scope: quoted(rule.scope, style),
    tool: scalar(rule.tool, style),
    decision: scalar(rule.decision, style),
  }
  if (conditions.length > 0) fields.when = flowWhen(conditions, style)
  const pairs = Object.entries(fields).map(([key, value]) => `${keyText(key, style)}: ${value}`)
  return `{${style.padding}${pairs.join(', ')}${style.padding}}`
}

/** One condition beside its key, several one a line. */
export function whenLines(conditions: Condition[], style: RuleStyle): string[] {
  const [first] = conditions
  if (!first) return []
  if (conditions.length === 1) return [`when: ${flowCondition(first, style)}`]
  return ['when:', ...conditions.map(condition => `  - ${flowCondition(condition, style)}`)]
}

export function flowWhen(conditions: Condition[], style: RuleStyle): string {
  const texts = conditions.map(condition => flowCondition(condition, style))
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`
}

function flowCondition(condition: Condition, style: RuleStyle): string {
  const fields = [
    ['field', scalar(condition.field, style)],
    ['op', scalar(condition.op, style)],
  ]
  if (condition.value !== undefined) fields.push(['value', jsonText(condition.value, style)])
  return `{ ${fields.map(([key, value]) => `${keyText(key ?? '', style)}: ${value}`).join(', ')} }`
}

function jsonText(value: Json, style: RuleStyle): string {
  if (typeof value === 'string') return scalar(value, style)
  if (Array.isArray(value)) return `[${value.map(item => jsonText(item, style)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value).map(([key, inner]) => `${scalar(key, style)}: ${jsonText(inner, style)}`)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

const PLAIN = /^[A-Za-z_][\w./-]*$/
/** Words that some YAML version reads as something else than text. */
const WORD = /^(true|false|null|yes|no|on|off|y|n)$/i

/** A text as it is when no YAML reader can take it for anything else, otherwise in quotes. */
export function scalar(value: string, style: RuleStyle): string {
  return PLAIN.test(value) && !WORD.test(value) && !style.json ? value : quoted(value, style)
}

export function quoted(value: string, style: RuleStyle): string {
  const needsEscapes = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(value)
  if (style.quote === "'" && !needsEscapes && !style.json) return `'${value.replaceAll("'", "''")}'`
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeUnicode)
}

function escapeUnicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function keyText(key: string, style: RuleStyle): string {
  return style.json ? `"${key}"` : key
}
