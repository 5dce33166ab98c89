import type { AgentConfig } from '../core/agent.ts'
import type { ToolDefinition } from '../core/tool.ts'
import { defineTool } from './define-tool.ts'

export interface AgentAsToolOptions {
  /** @default the agent's name with `_` */
  name?: string
  /** When to use it and what comes back. @default the config's `toolDescription` */
  description?: string
  /** Only when nothing that the agent may do has an effect. @default false */
  safe?: boolean
}

const AGENT = Symbol.for('loopengine.agent-as-tool')

/**
 * A whole agent as one tool: `{ request }` in, its final text out (loopengine tools page, "Agent as a tool"). Give the
 * other agent's config, or its name together with a description.
 * @throws TypeError when there is no description.
 */
export function agentAsTool(agent: AgentConfig | string, options: AgentAsToolOptions = {}): ToolDefinition {
  const target = typeof agent === 'string' ? agent : agent.name
  const description = options.description ?? (typeof agent === 'string' ? undefined : agent.toolDescription)
  if (!description)
    throw new TypeError(
      `Agent \`${target}\` as a tool needs a description: give one, or set \`toolDescription\` in its config.`,
    )
  const tool = defineTool({
    name: options.name ?? target.replaceAll('-', '_'),
    description,
    input_schema: {
      type: 'object',
      properties: {
        request: { type: 'string', minLength: 1, description: 'What it should do, complete: it sees nothing else.' },
      },
      required: ['request'],
      additionalProperties: false,
    },
    safe: options.safe ?? false,
    timeout: false,
    execute: ({ request }, context) => context.runAgent(target, request),
  })
  return Object.assign(tool, { [AGENT]: target })
}

/** The agent that a tool runs, or undefined for any other tool. */
export function agentBehind(tool: unknown): string | undefined {
  return typeof tool === 'object' && tool !== null ? (tool as { [AGENT]?: string })[AGENT] : undefined
}
