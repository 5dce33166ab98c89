import type { AgentDeclaration } from '../abl/index.ts'
import type { AgentConfig } from '../core/agent.ts'
import { type Diagnostic, rangeAt } from '../core/diagnostic.ts'
import type { AblText } from './abl-files.ts'
import { foldName } from './fold-name.ts'
import { readConfig } from './read-config.ts'

/** An agent's own declaration and the text it was read from. */
export interface Declared {
  text: AblText
  agent: AgentDeclaration
}

interface Configured {
  config: AgentConfig | undefined
  diagnostics: Diagnostic[]
}

/** The config of an agent that has no module: what its declaration says. `name` is its folder's. */
export function configFromDeclaration({ text, agent }: Declared, name: string): Configured {
  const { file } = text
  const systemPrompt = promptOf(agent)
  if (systemPrompt === undefined) return { config: undefined, diagnostics: [noPersona(file)] }
  const { model, toolTimeout } = agent.execution
  const read = readConfig(
    {
      config: {
        name: agent.name ?? name,
        systemPrompt,
        model,
        toolDescription: agent.goal,
        execution: { toolTimeout },
      },
    },
    { name, file },
  )
  const named = read.diagnostics.map(problem =>
    problem.code === 'CONFIG_NAME' ? wrongName({ text, agent }, problem) : problem,
  )
  return { config: read.config, diagnostics: named }
}

/** The model and the person read the persona first; the goal is what it is for. */
function promptOf({ persona, goal }: AgentDeclaration): string | undefined {
  const parts = [persona, goal && `Goal: ${goal}`].filter(part => part)
  return parts.length > 0 ? parts.join('\n\n') : undefined
}

/**
 * The config of a module beside a declaration. What both say is an error that names both files: nobody could tell which
 * one holds. `file` is the module's.
 */
export function configWithDeclaration(config: AgentConfig, declared: Declared, file: string): Configured {
  const { agent, text } = declared
  const { execution } = agent
  const twice = (key: string, section: string): Diagnostic => ({
    code: 'AGENT_SAID_TWICE',
    severity: 'error',
    message: `\`${key}\` in ${file} and \`${section}\` in ${text.file} say the same thing.`,
    file: text.file,
    range: rangeOf(text.text, section),
    hint: 'Keep one of the two.',
  })
  const diagnostics = [
    ...(agent.persona === undefined ? [] : [twice('systemPrompt', 'PERSONA')]),
    ...(agent.goal === undefined ? [] : [twice('systemPrompt', 'GOAL')]),
    ...(execution.model !== undefined && config.model !== undefined ? [twice('model', 'model')] : []),
    ...(execution.toolTimeout !== undefined && config.execution?.toolTimeout !== undefined
      ? [twice('execution.toolTimeout', 'tool_timeout')]
      : []),
    ...(execution.compaction !== undefined && config.execution?.compaction !== undefined
      ? [twice('execution.compaction', 'compaction')]
      : []),
    ...nameProblems(config, declared, file),
  ]
  const toolTimeout = config.execution?.toolTimeout ?? execution.toolTimeout
  const merged = { ...config, model: config.model ?? execution.model }
  if (toolTimeout !== undefined) merged.execution = { ...config.execution, toolTimeout }
  return { config: merged, diagnostics }
}

function nameProblems(config: AgentConfig, { agent, text }: Declared, file: string): Diagnostic[] {
  if (agent.name === undefined || foldName(agent.name) === foldName(config.name)) return []
  const message = `\`AGENT: ${agent.name}\` in ${text.file}, but \`name\` is \`${config.name}\` in ${file}.`
  const range = rangeOf(text.text, 'AGENT')
  return [{ code: 'CONFIG_NAME', severity: 'error', message, file: text.file, range, hint: 'Give both the same name.' }]
}

function wrongName({ text, agent }: Declared, problem: Diagnostic): Diagnostic {
  const message = `\`AGENT\` is \`${agent.name}\`, but the agent lies in \`${text.file}\`.`
  return { ...problem, message, range: rangeOf(text.text, 'AGENT') }
}

function noPersona(file: string): Diagnostic {
  return {
    code: 'CONFIG_PROMPT',
    severity: 'error',
    message: 'The agent has neither `PERSONA` nor `GOAL`.',
    file,
    hint: 'Say who the agent is and what it is for: PERSONA: "…".',
  }
}

/** Where a section or key begins. */
function rangeOf(text: string, key: string): Diagnostic['range'] {
  const match = new RegExp(`^[ \\t]*${key}[ \\t]*:`, 'm').exec(text)
  if (!match) return undefined
  const start = match.index + (match[0].length - match[0].trimStart().length)
  return rangeAt(text, start, start + key.length)
}
