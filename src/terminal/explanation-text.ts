import type { DecisionWord } from '../core/rule.ts'
import type { CallExplanation } from '../runtime/explain-call.ts'
import { describeOutcome } from './describe-call.ts'
import { styled } from './style.ts'
import { visible } from './visible.ts'

const COLOURS: Record<DecisionWord, 'green' | 'yellow' | 'red'> = { allow: 'green', ask: 'yellow', deny: 'red' }

/** What a call would do, for people: its arguments, who decides, the stages in order, and the request. */
export function explanationText(explanation: CallExplanation, out: NodeJS.WriteStream): string {
  const { agent, tool, ends } = explanation
  const parts = [
    `${tool} of ${agent}`,
    section('Arguments', argumentRows(explanation), out),
    section('Decision', decisionRows(explanation, out), out),
    section('Stages', explanation.stages.map(visible), out),
    section('Request', requestRows(explanation), out),
    section(
      'Notes',
      explanation.trace.map(({ stage, message }) => visible(`${stage}: ${message}`)),
      out,
    ),
  ]
  if (ends) {
    const outcome = { call: { id: '', name: tool, input: {} }, ms: 0, ...ends }
    parts.push(`${styled('red', 'It ends before the gate.', out)}\n${describeOutcome(outcome)}`)
  }
  return [...parts.filter(part => part !== ''), styled('gray', 'Nothing was sent.', out)].join('\n\n')
}

function section(title: string, rows: readonly string[], out: NodeJS.WriteStream): string {
  if (rows.length === 0) return ''
  return [styled('bold', title, out), ...rows.map(row => `  ${row}`)].join('\n')
}

function argumentRows({ arguments: list, ignored }: CallExplanation): string[] {
  const rows = list.map(({ name, value, source }) => [name, visible(JSON.stringify(value) ?? 'undefined'), source])
  return [...columns(rows), ...ignored.map(name => `${visible(name)}: given, and not used`)]
}

function decisionRows({ decision }: CallExplanation, out: NodeJS.WriteStream): string[] {
  if (!decision) return []
  const { rule, reason, code } = decision
  const place = rule?.file ? ` (${rule.file}${rule.line === undefined ? '' : `:${rule.line}`})` : ''
  const word = styled(COLOURS[decision.decision], decision.decision, out)
  return [`${word}${rule ? ` by \`${rule.name}\`${place}` : ''}`, visible(code ? `${code}: ${reason}` : reason)]
}

function requestRows({ request, requestProblem }: CallExplanation): string[] {
  if (requestProblem) return [visible(`none: ${requestProblem.code}: ${requestProblem.message}`)]
  if (!request) return []
  const headers = Object.entries(request.headers).map(([name, value]) => visible(`${name}: ${value}`))
  const body = request.body === undefined ? [] : ['', ...visible(request.body).split('\n')]
  return [visible(`${request.method} ${request.url}`), ...headers, ...body]
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1].map(at => Math.min(40, Math.max(0, ...rows.map(row => row[at]?.length ?? 0))))
  return rows.map(row =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
