import type { Agent } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Policy } from '../permissions/index.ts'
import type { FoundAgent } from './discover.ts'
import type { ModuleLoader } from './module-loader.ts'
import type { ProjectFacts } from './project-facts.ts'

/** An agent that was looked for and what came of it: without `agent` its own module could not be used. */
export interface AssembledAgent {
  found: FoundAgent
  agent?: Agent
  policy?: Policy
  /** The agents below `subagents/`, those that could not be used included. */
  subagents?: AssembledAgent[]
  /** Declarations that it was read from, there or not, absolute; its subagents' too. */
  declarations: string[]
  diagnostics: Diagnostic[]
}

/** What assembling any agent of a project needs. */
export interface Project {
  root: string
  loader: ModuleLoader
  facts: ProjectFacts
  /** The names of all its agents. */
  agents: readonly string[]
  /** Unknown properties of declarations are errors. */
  strict: boolean
}

/** The same for one of them. */
export interface Assembly extends Project {
  found: FoundAgent
  /** Problems are added here as they are found. */
  diagnostics: Diagnostic[]
}
