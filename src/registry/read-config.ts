import { inspect } from 'node:util'
import type { AgentConfig } from '../core/agent.ts'
import { type Diagnostic, hasErrors } from '../core/diagnostic.ts'
import { isRecord } from '../core/json.ts'
import { nearest } from '../core/nearest.ts'
import { foldName } from './fold-name.ts'

const KEYS = {
  name: 'text',
  systemPrompt: 'text',
  model: 'model',
  tools: 'list',
  rules: 'list',
  defaultDecision: 'decision',
  isSafeTool: 'function',
  maxTurns: 'count',
  skillsDirs: 'texts',
  contextBudgetTokens: 'count',
  toolDescription: 'text',
  execution: 'execution',
  steps: 'steps',
  sessionIdFor: 'function',
  tenantFor: 'function',
  userFor: 'function',
  variablesFor: 'function',
} satisfies Record<keyof AgentConfig, keyof typeof CHECKS>

const CHECKS = {
  text: (value: unknown) => typeof value === 'string' && value !== '',
  list: (value: unknown) => Array.isArray(value),
  texts: (value: unknown) => Array.isArray(value) && value.every(one => typeof one === 'string'),
  function: (value: unknown) => typeof value === 'function',
  count: (value: unknown) => Number.isInteger(value) && (value as number) > 0,
  decision: (value: unknown) => value === 'allow' || value === 'ask' || value === 'deny',
  model: (value: unknown) =>
    typeof value === 'string' || (isRecord(value) && typeof value.specificationVersion === 'string'),
  execution: (value: unknown) => isRecord(value) && isLimit(value.toolTimeout) && isCompaction(value.compaction),
  steps: (value: unknown) => isRecord(value) && Object.values(value).every(isStep),
}

function isStep(value: unknown): boolean {
  if (!isRecord(value) || typeof value.instructions !== 'string') return false
  return value.tools === undefined || CHECKS.texts(value.tools)
}

function isCompaction(value: unknown): boolean {
  if (value === undefined) return true
  if (!isRecord(value)) return false
  const { essential_fields, max_description_length, summary_timeout_ms } = value
  const counts = [max_description_length, summary_timeout_ms].filter(count => count !== undefined)
  return counts.every(CHECKS.count) && (essential_fields === undefined || CHECKS.texts(essential_fields))
}

function isLimit(value: unknown): boolean {
  return value === undefined || value === false || (typeof value === 'number' && value > 0 && Number.isFinite(value))
}

const WORDS: Record<keyof typeof CHECKS, string> = {
  text: 'a text',
  list: 'a list',
  texts: 'a list of texts',
  function: 'a function',
  count: 'a whole number above 0',
  decision: 'allow, ask or deny',
  model: 'a text such as `anthropic/…` or a model object of a provider package',
  steps: 'an object of steps, each { instructions: string, tools?: string[] }',
  execution:
    'an object whose `toolTimeout` is milliseconds above 0, or false, and `compaction` what a tool may say of it',
}

/** The `config` that an agent's module exports, checked key by key; undefined when it can't be used. */
export function readConfig(
  exported: Record<string, unknown>,
  agent: { name: string; file: string },
): { config: AgentConfig | undefined; diagnostics: Diagnostic[] } {
  const { config } = exported
  const { file } = agent
  if (!isRecord(config)) return { config: undefined, diagnostics: [noConfig(exported, file)] }
  const problems = [
    ...nameProblems(config.name, agent),
    ...promptProblems(config.systemPrompt),
    ...Object.entries(config).flatMap(([key, value]) => keyProblems(key, value)),
    ...(config.defaultDecision !== undefined && config.rules === undefined ? [WITHOUT_RULES] : []),
  ]
  const diagnostics = problems.map((problem): Diagnostic => ({ severity: 'error', file, ...problem }))
  return { config: hasErrors(diagnostics) ? undefined : (config as unknown as AgentConfig), diagnostics }
}

type Problem = Omit<Diagnostic, 'severity' | 'file'> & { severity?: Diagnostic['severity'] }

const WITHOUT_RULES: Problem = {
  code: 'CONFIG_VALUE',
  severity: 'warning',
  message: '`config.defaultDecision` has no effect without `config.rules`.',
  hint: 'Write default_decision into actauth.yml.',
}

function nameProblems(configured: unknown, { name, file }: { name: string; file: string }): Problem[] {
  if (typeof configured !== 'string' || configured === '') {
    return [{ code: 'CONFIG_NAME', message: '`config` has no `name`.', hint: `Write name: '${name}'.` }]
  }
  if (foldName(configured) === foldName(name)) return []
  const message = `\`config.name\` is \`${configured}\`, but the agent lies in \`${file}\`.`
  return [{ code: 'CONFIG_NAME', message, hint: 'Rename one of them; - and _ and upper case make no difference.' }]
}

function promptProblems(systemPrompt: unknown): Problem[] {
  if (typeof systemPrompt === 'string') return []
  const hint = 'Say who the agent is and what it is for.'
  return [{ code: 'CONFIG_PROMPT', message: '`config` has no `systemPrompt`.', hint }]
}

function keyProblems(key: string, value: unknown): Problem[] {
  if (key === 'name' || key === 'systemPrompt' || value === undefined) return []
  if (!Object.hasOwn(KEYS, key)) {
    const close = nearest(key, Object.keys(KEYS))
    const hint = close ? `Did you mean \`${close}\`?` : `Keys: ${Object.keys(KEYS).join(', ')}.`
    return [{ code: 'CONFIG_KEY', severity: 'warning', message: `\`config\` has an unknown key \`${key}\`.`, hint }]
  }
  const kind = KEYS[key as keyof AgentConfig]
  if (CHECKS[kind](value)) return []
  return [{ code: 'CONFIG_VALUE', message: `\`config.${key}\` must be ${WORDS[kind]}, got ${shown(value)}.` }]
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

function shown(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 1 }).slice(0, 60)
}
