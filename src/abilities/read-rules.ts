import type { Rule } from '../core/rule.ts'
import { readActauth } from '../permissions/index.ts'
import { toolPattern } from '../permissions/tool-pattern.ts'
import type { AbilityTool } from './ability.ts'
import type { Reading } from './reading.ts'

/** The rules of an ability. They are about its own tools, and leave the agent's default alone. */
export async function readRules(reading: Reading, file: string, tools: readonly AbilityTool[]): Promise<Rule[]> {
  const text = await reading.text(file)
  if (text === undefined) {
    reading.error('ABILITY_PATH', file, 'The file that `actauth` names is missing.')
    return []
  }
  const { policy, diagnostics } = await readActauth(text, { file, agentName: 'the agent' })
  reading.report(diagnostics.filter(({ code }) => code !== 'ACTAUTH_EMPTY'))
  if (policy.kind === 'broken') return []
  if (policy.default.from === 'written') {
    reading.error('ABILITY_RULE', file, '`default_decision` belongs to the agent.', 'Keep `rules` only.')
  }
  const rules = policy.rules.map(({ rule }) => plain(rule))
  for (const { name, tool } of rules.filter(rule => !isAboutOne(rule, tools))) {
    const message = `The rule \`${name}\` is about \`${tool}\`, which is no tool of this ability.`
    reading.error('ABILITY_RULE', file, message, 'An ability decides about its own tools only.')
  }
  return rules
}

function isAboutOne({ tool }: Rule, tools: readonly AbilityTool[]): boolean {
  const pattern = toolPattern(tool)
  return tools.some(({ name }) => name === undefined || pattern.matches(name))
}

function plain({ name, scope, tool, decision, when }: Rule): Rule {
  return { name, scope, tool, decision, ...(when && when.length > 0 ? { when } : {}) }
}
