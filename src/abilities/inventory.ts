import type { Condition, Rule } from '../core/rule.ts'
import { toolPattern } from '../permissions/tool-pattern.ts'
import type { Ability, AbilityTool } from './ability.ts'
import type { AbilityOrigin } from './fetch-ability.ts'
import type { EnvNeed } from './manifest.ts'

/** What a person is shown before an ability is installed, and what `--json` prints. Read from texts; nothing ran. */
export interface Inventory {
  name: string
  version: string
  description: string
  origin: AbilityOrigin
  tools: { name: string | null; file: string; description: string; safe: boolean; readable: boolean }[]
  skills: { id: string; description: string }[]
  rules: Rule[]
  env: EnvNeed[]
  dependencies: Record<string, string>
  /** What deserves a second look, each a sentence. */
  callouts: string[]
}

export function inventoryOf(ability: Ability, origin: AbilityOrigin): Inventory {
  const { name, version, description, rules, env, dependencies } = ability
  const tools = ability.tools.map(tool => ({
    name: tool.name ?? null,
    file: tool.file,
    description: tool.description,
    safe: tool.safety === 'safe',
    readable: tool.name !== undefined && tool.safety !== 'not readable',
  }))
  const skills = ability.skills.map(({ id, description }) => ({ id, description }))
  return { name, version, description, origin, tools, skills, rules, env, dependencies, callouts: calloutsOf(ability) }
}

/** One rule in words: `allow refund_order in acme/production when amount lt 50`. */
export function ruleText({ tool, scope, decision, when = [] }: Rule): string {
  const conditions = when.map(conditionText).join(' and ')
  return `${decision} ${tool} in ${scope}${conditions === '' ? '' : ` when ${conditions}`}`
}

function conditionText({ field, op, value }: Condition): string {
  return value === undefined ? `${field} ${op}` : `${field} ${op} ${JSON.stringify(value)}`
}

function calloutsOf({ tools, rules, dependencies }: Ability): string[] {
  const withoutRule = tools.filter(
    ({ name }) => !rules.some(rule => name === undefined || toolPattern(rule.tool).matches(name)),
  )
  const allowing = rules.filter(({ decision }) => decision === 'allow')
  return [
    ...tools.flatMap(unreadableCallout),
    ...allowing.flatMap(rule => unsafeCallouts(rule, tools)),
    ...wideCallout(allowing),
    ...rules
      .filter(({ tool }) => tool.includes('*'))
      .map(({ name, tool }) => `Rule ${name} is about every tool that \`${tool}\` matches, yours too.`),
    ...withoutRule.map(({ name }) => `No rule is about \`${name}\`: your own rules and default decide.`),
    ...(Object.keys(dependencies).length > 0 ? [PACKAGES] : []),
  ]
}

const PACKAGES = 'Its packages are code of others too: their install scripts run when you install them.'

function unreadableCallout({ file, name, safety }: AbilityTool): string[] {
  if (name === undefined) return [`${file}: only running it tells the name of its tool, which counts as not safe.`]
  return safety === 'not readable'
    ? [`${file}: only running it tells whether \`${name}\` just reads, so it counts as not safe.`]
    : []
}

function unsafeCallouts({ name, tool, when = [] }: Rule, tools: readonly AbilityTool[]): string[] {
  const reached = tools.filter(one => one.name !== undefined && toolPattern(tool).matches(one.name))
  const condition = when.length > 0 ? ', under its condition' : ''
  return reached
    .filter(({ safety }) => safety !== 'safe')
    .map(one => `Rule ${name} lets \`${one.name}\`, which is not safe, run without a question${condition}.`)
}

function wideCallout(allowing: readonly Rule[]): string[] {
  const names = allowing.filter(({ scope }) => /^\*\/\*(\/|$)/.test(scope)).map(({ name }) => name)
  if (names.length === 0) return []
  const verb = names.length === 1 ? `Rule ${names[0]} allows` : `Rules ${names.join(', ')} allow`
  return [`${verb} in every tenant and every environment.`]
}
