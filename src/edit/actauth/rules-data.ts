import { isMap, isScalar, type YAMLSeq } from 'yaml'
import { canonicalJson, isRecord, type JsonRecord } from '../../core/json.ts'
import { type ParsedActauth, parseActauth } from './parse.ts'
import { conditionsOf, type RuleEntry } from './rule-text.ts'

/** The entries of the rules list as data, in order. */
export function valuesOf({ data }: ParsedActauth): unknown[] {
  return Array.isArray(data.rules) ? data.rules : []
}

/** Where each rule of this name stands in the list. */
export function indexesOf(parsed: ParsedActauth, name: string): number[] {
  return valuesOf(parsed).flatMap((value, index) => (isRecord(value) && String(value.name) === name ? [index] : []))
}

/** The place of a rule's `name`. */
export function nameAt(list: YAMLSeq, index: number): number {
  const item = list.items[index]
  if (!isMap(item)) return 0
  const pair = item.items.find(({ key }) => isScalar(key) && key.value === 'name')
  return (isScalar(pair?.key) ? pair.key.range?.[0] : undefined) ?? item.range?.[0] ?? 0
}

/** The whole file as data; undefined when it doesn't parse. */
export function fileData(text: string): JsonRecord | undefined {
  const parsed = parseActauth(text)
  return 'outcome' in parsed ? undefined : parsed.data
}

/** Equal data; one condition equals a list of it, and line breaks at the end of a text don't count. */
export function sameData(a: JsonRecord | undefined, b: JsonRecord): boolean {
  const comparable = ({ rules, ...rest }: JsonRecord): string => {
    const list = Array.isArray(rules) ? rules.map(normalised) : rules
    return canonicalJson({ ...rest, rules: list }).replace(/(\\n)+"/g, '"')
  }
  return a !== undefined && comparable(a) === comparable(b)
}

/** Whether two rules say the same. */
export function sameRule(a: unknown, b: unknown): boolean {
  return canonicalJson(normalised(a)) === canonicalJson(normalised(b))
}

function normalised(rule: unknown): unknown {
  if (!isRecord(rule)) return rule
  const { when, ...rest } = rule
  const conditions = conditionsOf(rule as unknown as RuleEntry)
  return when === undefined || conditions.length === 0 ? rest : { ...rest, when: conditions }
}
