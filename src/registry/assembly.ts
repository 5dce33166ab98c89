import type { Agent } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Policy } from '../permissions/index.ts'
import type { FoundAgent } from './discover.ts'
import type { ModuleLoader } from './module-loader.ts'

/** An agent that was looked for and what came of it: without `agent` its own module could not be used. */
export interface AssembledAgent {
  found: FoundAgent
  agent?: Agent
  policy?: Policy
  /** The agents below `subagents/`, those that could not be used included. */
  subagents?: AssembledAgent[]
  diagnostics: Diagnostic[]
}

/** What assembling one agent of a project needs. */
export interface Assembly {
  root: string
  found: FoundAgent
  loader: ModuleLoader
  /** Problems are added here as they are found. */
  diagnostics: Diagnostic[]
}
