import type { AgentConfig } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { isRecord } from '../core/json.ts'
import { nearest } from '../core/nearest.ts'

const KEYS = {
  name: 'string',
  systemPrompt: 'string',
  model: 'model',
  tools: 'list',
  rules: 'list',
  defaultDecision: 'decision',
  isSafeTool: 'function',
  maxTurns: 'count',
  skillsDirs: 'list',
  contextBudgetTokens: 'count',
  toolDescription: 'string',
  execution: 'object',
  sessionIdFor: 'function',
  tenantFor: 'function',
  userFor: 'function',
  variablesFor: 'function',
} satisfies Record<keyof AgentConfig, keyof typeof CHECKS>

const CHECKS = {
  string: (value: unknown) => typeof value === 'string',
  list: (value: unknown) => Array.isArray(value),
  function: (value: unknown) => typeof value === 'function',
  object: isRecord,
  count: (value: unknown) => Number.isInteger(value) && (value as number) > 0,
  decision: (value: unknown) => value === 'allow' || value === 'ask' || value === 'deny',
  model: (value: unknown) =>
    typeof value === 'string' || (isRecord(value) && typeof value.specificationVersion === 'string'),
}

const WORDS: Record<keyof typeof CHECKS, string> = {
  string: 'a text',
  list: 'a list',
  function: 'a function',
  object: 'an object',
  count: 'a whole number above 0',
  decision: 'allow, ask or deny',
  model: 'a text such as `anthropic/…` or a model object of a provider package',
}

/** The `config` that an agent's module exports, checked key by key. */
export function readConfig(
  exported: Record<string, unknown>,
  agent: { name: string; file: string },
): { config: AgentConfig | undefined; diagnostics: Diagnostic[] } {
  const { config } = exported
  const { name, file } = agent
  if (!isRecord(config)) return { config: undefined, diagnostics: [noConfig(exported, file)] }
  const problem = (code: string, message: string, hint?: string): Diagnostic => {
    return { code, severity: 'error', file, message, ...(hint ? { hint } : {}) }
  }
  const diagnostics: Diagnostic[] = []
  if (typeof config.name !== 'string' || config.name === '') {
    diagnostics.push(problem('CONFIG_NAME', '`config` has no `name`.', `Write name: '${name}'.`))
  } else if (fold(config.name) !== fold(name)) {
    const message = `\`config.name\` is \`${config.name}\`, but the agent lies in \`agents/${name}\`.`
    diagnostics.push(problem('CONFIG_NAME', message, 'Rename one of them; - and _ and upper case make no difference.'))
  }
  if (typeof config.systemPrompt !== 'string') {
    diagnostics.push(
      problem('CONFIG_PROMPT', '`config` has no `systemPrompt`.', 'Say who the agent is and what it is for.'),
    )
  }
  for (const [key, value] of Object.entries(config)) {
    if (key === 'name' || key === 'systemPrompt' || value === undefined) continue
    if (!Object.hasOwn(KEYS, key)) {
      const close = nearest(key, Object.keys(KEYS))
      const hint = close ? `Did you mean \`${close}\`?` : `Keys: ${Object.keys(KEYS).join(', ')}.`
      diagnostics.push({
        ...problem('CONFIG_KEY', `\`config\` has an unknown key \`${key}\`.`, hint),
        severity: 'warning',
      })
      continue
    }
    const kind = KEYS[key as keyof AgentConfig]
    if (!CHECKS[kind](value)) {
      diagnostics.push(problem('CONFIG_VALUE', `\`config.${key}\` must be ${WORDS[kind]}, got ${shown(value)}.`))
    }
  }
  const usable = !diagnostics.some(({ severity }) => severity === 'error')
  return { config: usable ? (config as unknown as AgentConfig) : undefined, diagnostics }
}

function noConfig(exported: Record<string, unknown>, file: string): Diagnostic {
  const names = Object.keys(exported).filter(name => name !== '__esModule')
  const has = names.length > 0 ? `It exports ${names.map(name => `\`${name}\``).join(', ')}.` : 'It exports nothing.'
  return {
    code: 'NO_CONFIG',
    severity: 'error',
    file,
    message: `The agent's module exports no \`config\` object. ${has}`,
    hint: 'Write `export const config: AgentConfig = { … }`.',
  }
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  return (JSON.stringify(value) ?? String(value)).slice(0, 60)
}
