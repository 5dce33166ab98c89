import type { Decision, Scope } from '../core/rule.ts'
import { builtInDecision } from './built-in-decisions.ts'
import type { SoundPolicy } from './policy.ts'
import { quoted } from './shown.ts'

/** What holds for a tool that no rule decided about. */
export function defaultDecision(policy: SoundPolicy, tool: string, scope: Scope): Decision {
  const builtIn = builtInDecision(tool)
  if (builtIn) {
    const reason = `${quoted(tool)} comes with loopengine and is ${builtIn} unless a rule names it exactly; none does here.`
    return { decision: builtIn, rule: null, reason }
  }
  return { decision: policy.default.decision, rule: null, reason: wordDefault(policy, tool, scope) }
}

function wordDefault({ default: fallback, file, agentName }: SoundPolicy, tool: string, scope: Scope): string {
  const nobody = `No rule decides about ${quoted(tool)} for tenant ${quoted(scope.tenant)} in ${quoted(scope.environment)}`
  switch (fallback.from) {
    case 'written': {
      const place = fallback.line === undefined ? file : `${file}:${fallback.line}`
      return `${nobody}, and the default is ${fallback.decision} (${place}).`
    }
    case 'key missing':
      return `${nobody}, and without a default decision in ${file} that means ask.`
    case 'nothing written':
      return `Nothing is written in ${file}, so every tool of agent ${quoted(agentName)} is denied.`
  }
}
