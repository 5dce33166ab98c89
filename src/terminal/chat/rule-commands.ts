import { didYouMean } from '../../core/nearest.ts'
import type { Condition, PlacedRule } from '../../core/rule.ts'
import { explain } from '../../permissions/explain.ts'
import type { Policy } from '../../permissions/policy.ts'
import { rulesInForce } from '../../permissions/rules-in-force.ts'
import { styled } from '../style.ts'
import { displayWidth, widthOf, wrapped } from '../text-width.ts'
import { visible } from '../visible.ts'
import { changeInChat } from './change-in-chat.ts'
import { type ChatCommand, told } from './chat-command.ts'
import { answering, type Chat } from './chat-state.ts'

const COLOURS = { allow: 'green', ask: 'yellow', deny: 'red' } as const

export const permissions: ChatCommand = {
  help: 'the rules here; why they decide so about a tool',
  takes: '[TOOL]',
  words: async chat => Object.keys((await answering(chat)).agent.tools),
  run: async (chat, tool) => {
    const { agent } = await answering(chat)
    const policy = await chat.agent.policy(agent)
    if (!policy) return told('This agent has no rules.')
    const names = Object.keys(agent.tools)
    return told(tool === '' ? rulesText(chat, policy) : toolText(chat, policy, { tool, names }))
  },
}

export const undo: ChatCommand = {
  help: 'take back the last change that a command made',
  run: async ({ root, terminal }) => {
    const [{ planUndo }, { newlyAllowedBy }] = await Promise.all([
      import('../../edit/change-set/undo-change.ts'),
      import('../../scaffold/newly-allowed.ts'),
    ])
    const changeSet = await planUndo(root)
    const whole = { ...changeSet, newlyAllowed: await newlyAllowedBy(changeSet) }
    const id = await changeInChat(terminal, whole, { question: `${visible(sentence(changeSet.title))}?` })
    return told(id === undefined ? 'Nothing was changed.' : `Done. Take it back with: loopengine undo ${id}`)
  },
}

/** `undo add-tool x` asks `Undo add-tool x`. */
function sentence(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function rulesText({ scope, session, terminal: { out } }: Chat, policy: Policy): string {
  const place = `${policy.file}, for ${scope.tenant}/${scope.environment}`
  if (policy.kind === 'broken')
    return `${place}: ${visible(policy.problem.message)} Every tool is denied until it is mended.`
  const rules = rulesInForce(policy, scope)
  const width = Math.max(0, ...rules.map(({ tool }) => displayWidth(tool)))
  const lines = rules.map(rule => ruleLine(rule, width, out))
  const grants = [...session.state.grants].map(
    grant => `  ${styled('green', 'allow', out)}  for this session: ${visible(grant)}`,
  )
  return [styled('bold', place, out), ...lines, ...grants, `  ${defaultText(policy, out)}`].join('\n')
}

function ruleLine(
  { tool, decision, name, line, when = [] }: PlacedRule,
  width: number,
  out: NodeJS.WriteStream,
): string {
  const where = line === undefined ? name : `${name}, line ${line}`
  const conditions = when.length > 0 ? `when ${when.map(conditionText).join(' and ')}  ` : ''
  const behind = visible(`${conditions}(${where})`)
  const room = widthOf(out) - width - 11
  const facts = `  ${styled(COLOURS[decision], decision.padEnd(5), out)}  ${visible(tool).padEnd(width)}`
  const [first = '', ...rest] = wrapped(behind, Math.max(16, room))
  return [
    `${facts}  ${styled('gray', first, out)}`,
    ...rest.map(text => styled('gray', `${' '.repeat(width + 11)}${text}`, out)),
  ].join('\n')
}

function conditionText({ field, op, value }: Condition): string {
  return value === undefined ? `${field} ${op}` : `${field} ${op} ${JSON.stringify(value)}`
}

function defaultText(policy: Extract<Policy, { kind: 'sound' }>, out: NodeJS.WriteStream): string {
  const { decision } = policy.default
  return `${styled(COLOURS[decision], decision.padEnd(5), out)}  everything else`
}

function toolText(
  { scope, terminal: { out } }: Chat,
  policy: Policy,
  { tool, names }: { tool: string; names: string[] },
): string {
  if (!names.includes(tool))
    return `There is no tool \`${visible(tool)}\`. ${didYouMean(tool, names) || names.join(', ')}`
  const { decision, reason, losing } = explain(policy, { name: tool, input: {} }, scope)
  const about = new Set(
    policy.kind === 'sound' ? policy.rules.flatMap(rule => (rule.tool.matches(tool) ? rule.rule.name : [])) : [],
  )
  const others = losing
    .filter(({ name }) => about.has(name))
    .map(({ name, line, why }) => {
      return hanging(`not ${name}${line === undefined ? '' : ` (line ${line})`}: ${why}.`, out)
    })
  const note = 'Asked without arguments: rules with conditions look at them.'
  const title = `${styled(COLOURS[decision], decision, out)}  ${wrapped(reason, widthOf(out) - 8).join('\n')}`
  return [title, ...others, styled('gray', `  ${wrapped(note, widthOf(out) - 3).join('\n  ')}`, out)].join('\n')
}

function hanging(text: string, out: NodeJS.WriteStream): string {
  return `  ${wrapped(text, widthOf(out) - 5).join('\n    ')}`
}
