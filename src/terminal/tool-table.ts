import type { Agent } from '../core/agent.ts'
import type { DecisionWord, Scope } from '../core/rule.ts'
import { styled } from './style.ts'

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const

export interface ToolRow {
  name: string
  kind: string
  safe: boolean
  /** Without arguments: rules with `when` may decide otherwise for a call. */
  decision: DecisionWord
  file: string
}

/** One row a tool, as the rules stand for this scope. */
export function toolRows(agent: Agent, scope: Scope): ToolRow[] {
  return Object.values(agent.tools).map(({ definition: { name }, kind, file }) => {
    const call = { id: '', name, input: {} }
    return { name, kind, safe: agent.isSafe(call), decision: agent.gate.decide(call, scope).decision, file }
  })
}

/** The tools as aligned text. */
export function toolTable(agent: Agent, scope: Scope): string {
  const rows = toolRows(agent, scope)
  const width = Math.max(0, ...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, kind, safe, decision, file }) => {
      const word = styled(COLOURS[decision], decision.padEnd(5), process.stdout)
      return `${name.padEnd(width)}  ${kind.padEnd(7)} ${word}  ${safe ? 'safe' : '    '}  ${styled('gray', file, process.stdout)}`
    })
    .join('\n')
}
