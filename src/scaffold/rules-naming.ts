import { isRecord } from '../core/json.ts'
import { parseActauth, rulesOf } from '../edit/actauth/parse.ts'
import { nameAt, valuesOf } from '../edit/actauth/rules-data.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { Refusal } from '../edit/edit-result.ts'
import { decode, lineNumber } from '../edit/text.ts'
import type { AgentPlace } from './agent-place.ts'
import { editedText } from './refused.ts'

/** A rule whose `tool` is exactly a given one; globs are about others too. */
export interface NamingRule {
  name: string
  line: number
  /** Its name says that a command or an "always allow" wrote it for this tool. */
  generated: boolean
}

/** The rules of an agent that name a tool exactly. @throws LoopengineError what the editors refuse */
export async function rulesNaming(plan: ChangePlan, agent: AgentPlace, tool: string): Promise<NamingRule[]> {
  const bytes = await plan.read(agent.actauth)
  if (bytes === undefined) return []
  const { text } = accepted(decode(bytes), agent)
  const parsed = accepted(parseActauth(text), agent)
  const rules = parsed.root && accepted(rulesOf(text, parsed.root), agent)
  if (rules?.kind !== 'list') return []
  const { list } = rules
  return valuesOf(parsed).flatMap((rule, index) => {
    if (!isRecord(rule) || rule.tool !== tool) return []
    const name = String(rule.name)
    return [{ name, line: lineNumber(text, nameAt(list, index)), generated: isGenerated(name, tool) }]
  })
}

function isGenerated(name: string, tool: string): boolean {
  const prefix = `${tool.replaceAll('_', '-')}-`
  const folded = name.replaceAll('_', '-')
  return folded.startsWith(prefix) && /^(allow|ask|deny|always-\d+)$/.test(folded.slice(prefix.length))
}

function accepted<T extends object>(result: T | Refusal, { actauth }: AgentPlace): T {
  if ('outcome' in result) editedText(result, actauth)
  return result as T
}
