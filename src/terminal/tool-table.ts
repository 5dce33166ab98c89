import type { Agent } from '../core/agent.ts'
import type { DecisionWord, Scope } from '../core/rule.ts'
import { styled } from './style.ts'
import { oneLine, widthOf } from './text-width.ts'

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const

export interface ToolRow {
  name: string
  kind: string
  description: string
  safe: boolean
  /** Without arguments: rules with `when` may decide otherwise for a call. */
  decision: DecisionWord
  file: string
}

/** One row a tool, as the rules stand for this scope. */
export function toolRows(agent: Agent, scope: Scope): ToolRow[] {
  return Object.values(agent.tools).map(({ definition: { name, description }, kind, file }) => {
    const call = { id: '', name, input: {} }
    const { decision } = agent.gate.decide(call, scope)
    return { name, kind, description, safe: agent.isSafe(call), decision, file }
  })
}

/** With fewer columns left, a description gets a line of its own. */
const NARROW = 24

/** The tools as aligned text, below the file that declares them. */
export function toolTable(agent: Agent, scope: Scope): string {
  const out = process.stdout
  const rows = toolRows(agent, scope)
  const width = Math.max(0, ...rows.map(({ name }) => name.length))
  const places = [...new Set(rows.map(placeOf))]
  const line = ({ name, decision, safe, description }: ToolRow): string => {
    const facts = `${styled(COLOURS[decision], decision.padEnd(5), out)}  ${safe ? 'safe' : '    '}`
    const room = widthOf(out) - width - 17
    if (room < NARROW) return `  ${name.padEnd(width)}  ${facts}`.trimEnd() + below(description)
    return `  ${name.padEnd(width)}  ${facts}  ${styled('gray', oneLine(description, room), out)}`.trimEnd()
  }
  const below = (text: string): string => `\n    ${styled('gray', oneLine(text, Math.max(1, widthOf(out) - 4)), out)}`
  return places
    .flatMap(place => [
      styled('bold', oneLine(place, widthOf(out)), out),
      ...rows.filter(row => placeOf(row) === place).map(line),
    ])
    .join('\n')
}

function placeOf({ file, kind }: ToolRow): string {
  return kind === 'system' ? 'in every agent' : kind === 'local' ? file : `${file} (${kind})`
}
