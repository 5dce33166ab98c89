import { newContext, type ReadContext, within } from '../codec/codec.ts'
import { pairsOf } from '../codec/flow.ts'
import { type Fields, readFields } from '../codec/record.ts'
import { number, readText, text } from '../codec/scalar.ts'
import { compaction } from '../properties/compaction.ts'
import type { Pair } from '../scan/node.ts'
import { type Report, shown } from '../scan/report.ts'
import type { Section } from '../scan/sections.ts'
import type { Compaction } from '../spec.ts'

/** What is read of an agent file besides its tools. */
export interface AgentDeclaration {
  name?: string
  goal?: string
  persona?: string
  execution: Execution
}

export interface Execution {
  model?: string
  /** Milliseconds. */
  toolTimeout?: number
  compaction?: Compaction
}

export const EXECUTION: Fields<Execution> = {
  model: { key: 'model', codec: text },
  toolTimeout: { key: 'tool_timeout', codec: number({ least: 1 }) },
  compaction: { key: 'compaction', codec: compaction },
}

/** The declaration of an agent from the sections of its file. */
export function readAgent(sections: readonly Section[], report: Report): AgentDeclaration {
  const agent: AgentDeclaration = { execution: {} }
  for (const section of sections) {
    const context = contextOf(section, report)
    if (section.keyword === 'EXECUTION') agent.execution = readExecution(section, context)
    else if (section.keyword !== 'TOOLS') {
      const found = readText(section.value, context)?.text
      if (found !== undefined) agent[FIELDS[section.keyword]] = found
    }
  }
  return agent
}

const FIELDS = { AGENT: 'name', GOAL: 'goal', PERSONA: 'persona' } as const

function contextOf({ keyword, keywordSpan, value }: Section, report: Report): ReadContext {
  const pair: Pair = { kind: 'pair', key: keyword, keySpan: keywordSpan, value, span: keywordSpan }
  return within(newContext(report, keywordSpan), pair)
}

function readExecution(section: Section, context: ReadContext): Execution {
  const pairs = pairsOf(section.value, context)
  return pairs ? readFields(EXECUTION, pairs, { context, options: { onUnknown: skipSetting } }) : {}
}

function skipSetting(pair: Pair, context: ReadContext): void {
  const message = `\`${shown(pair.key)}\` of EXECUTION is not read here.`
  context.report.add({
    code: 'ABL1011',
    span: pair.keySpan,
    message,
    hint: `read are ${Object.values(EXECUTION)
      .map(field => field.key)
      .join(', ')}`,
  })
}
