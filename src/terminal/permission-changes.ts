import type { Diagnostic } from '../core/diagnostic.ts'
import type { Decider } from '../permissions/diff/decider.ts'
import { wordConditions, wordScope } from '../permissions/word-rule.ts'
import type { AgentChange } from '../registry/diff-permissions.ts'
import { styled } from './style.ts'
import { visible } from './visible.ts'

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const
const WORDS = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const

/** The changes of what agents may do, agent by agent; a `!` marks what widens. */
export function permissionChanges(changes: readonly AgentChange[]): string {
  const agents = [...new Set(changes.map(({ agent }) => agent))]
  return agents.map(agent => agentChanges(changes.filter(change => change.agent === agent))).join('\n\n')
}

function agentChanges(changes: readonly AgentChange[]): string {
  const out = process.stdout
  const [first] = changes
  const title = `${styled('bold', first?.agent ?? '', out)} ${styled('gray', first?.file ?? '', out)}`
  return [title, ...changes.flatMap(changeLines)].join('\n')
}

function changeLines(change: AgentChange): string[] {
  const out = process.stdout
  const { decision } = change.after
  const mark = change.widens ? styled('red', '!', out) : ' '
  const from = styled('gray', `was ${WORDS[change.before.decision]}`, out)
  const now = styled(COLOURS[decision], WORDS[decision], out)
  return [
    `  ${mark} ${now}, ${from}: ${visible(toolWords(change))} ${visible(scopeWords(change))}${visible(whenWords(change))}`,
    `      before: ${visible(deciderWords(change.before))}`,
    `      now:    ${visible(deciderWords(change.after))}`,
  ]
}

/** One change in one sentence. */
export function changeSentence(change: AgentChange): string {
  const { before, after, agent } = change
  const what = `${toolWords(change)} of ${agent} is ${WORDS[after.decision]} ${scopeWords(change)}${whenWords(change)}`
  return `${what}, and was ${WORDS[before.decision]}. Before: ${deciderWords(before)}. Now: ${deciderWords(after)}.`
}

/** The changes as problems at the rules that now decide; what widens is an error or a warning, all else a note. */
export function changeDiagnostics(changes: readonly AgentChange[], widening: 'error' | 'warning'): Diagnostic[] {
  return changes.map(change => {
    const line = change.after.rule?.line ?? 1
    const range = { start: { line, column: 1 }, end: { line, column: 1 } }
    const code = change.widens ? 'PERMISSIONS_WIDENED' : 'PERMISSIONS_NARROWED'
    const severity = change.widens ? widening : 'info'
    return { code, severity, message: changeSentence(change), file: change.file, range }
  })
}

function toolWords({ tool, tools = [] }: AgentChange): string {
  const stands = tools.length > 0 ? ` (${tools.join(', ')})` : ''
  if (tool === '*') return `every tool that no rule names${stands}`
  return tool.includes('*') ? `every other tool like ${tool}${stands}` : tool
}

function scopeWords({ scope, except = [] }: AgentChange): string {
  const but = except.length > 0 ? `, but not ${except.map(wordScope).join(' nor ')}` : ''
  return wordScope(scope) + but
}

function whenWords({ example, unclear, after, before }: AgentChange): string {
  if (unclear) return ' (more conditions than can be compared: look at them)'
  const hasConditions = (after.when ?? before.when ?? []).length > 0
  if (example) return `, for example with ${JSON.stringify(example)}`
  return hasConditions ? ' for some arguments' : ''
}

function deciderWords({ because, decision, rule, when }: Decider): string {
  switch (because) {
    case 'absent':
      return 'no such tool'
    case 'broken':
      return 'the file has an error, so everything is denied'
    case 'built-in':
      return `${decision}, as loopengine has it`
    case 'default':
      return `${decision}, by default`
    case 'rule': {
      const line = rule?.line === undefined ? '' : `, line ${rule.line}`
      return `${decision}, by rule ${rule?.name ?? ''}${line}${wordConditions(when)}`
    }
  }
}
