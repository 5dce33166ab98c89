import { type Compaction, type KnownNames, parseAbl, type ToolSpec } from '../../src/abl/index.ts'
import { type Diagnostic, hasErrors } from '../../src/core/diagnostic.ts'
import type { LoopEvent } from '../../src/core/event.ts'
import type { ToolDefinition, ToolOutcome } from '../../src/core/tool.ts'
import type { TurnSession } from '../../src/loop/turn.ts'
import { PolicyStore } from '../../src/policies/policy-store.ts'
import type { LookupRows } from '../../src/settings/lookup-rows.ts'
import {
  type AttemptCall,
  type Attempted,
  type ExecutionPolicy,
  type Executor,
  NO_RETRIES,
} from '../../src/tools/bindings/binding.ts'
import { retryPlan } from '../../src/tools/bindings/http/retry-plan.ts'
import { type BindingTable, bindings } from '../../src/tools/bindings/index.ts'
import { toolsFromSpecs } from '../../src/tools/from-spec.ts'
import { mergeTools, type ToolSource } from '../../src/tools/merge-tools.ts'
import { schemaCompiler } from '../../src/tools/validate-input.ts'
import { type AgentParts, buildAgent, type PlayOptions, play } from './agent-builder.ts'
import { type HttpToolOptions, toolProject } from './http-tool.ts'

export interface StagedOptions extends HttpToolOptions {
  /** What each attempt of an http tool does; a list, one after the other. Absent: the real binding. */
  attempt?: (call: AttemptCall, count: number) => unknown
  /** Tools in code. */
  code?: ToolDefinition[]
  others?: ToolSource[]
  execution?: { toolTimeout?: number | false; compaction?: Compaction }
  strict?: boolean
  known?: KnownNames
  tables?: Record<string, Record<string, Record<string, unknown>>>
  policies?: PolicyStore
  agent?: AgentParts
}

export interface CallOptions {
  variables?: TurnSession['variables']
  user?: PlayOptions['user']
  grants?: string[]
  play?: Partial<PlayOptions>
}

export interface Called {
  outcome: ToolOutcome
  /** The value of an ok outcome; what else came fails the test. */
  value: unknown
  session: TurnSession
  events: LoopEvent[]
  /** `stage: message` */
  traces: string[]
  /** What the model was told about its calls. */
  told: string[]
}

export interface Staged {
  definitions: Record<string, ToolDefinition>
  sources: ToolSource[]
  diagnostics: Diagnostic[]
  /** The final arguments of each attempt. */
  attempts: Record<string, unknown>[]
  call(input?: Record<string, unknown>, options?: CallOptions): Promise<Called>
}

/** The tools of a source as an agent has them; calls go through a whole turn. The first tool is the one called. */
export async function staged(source: string, options: StagedOptions = {}): Promise<Staged> {
  const { tools: specs, diagnostics } = parseAbl(source, { file: 'agents/shop/tools/shop.tools.abl' })
  if (hasErrors(diagnostics)) throw new Error(`The source of the test is wrong: ${JSON.stringify(diagnostics)}`)
  return stagedSpecs(specs, options)
}

export async function stagedSpecs(specs: readonly ToolSpec[], options: StagedOptions = {}): Promise<Staged> {
  const { code = [], others = [], attempt, execution, strict, policies = new PolicyStore() } = options
  const attempts: Record<string, unknown>[] = []
  const { sources, diagnostics } = await toolsFromSpecs({
    specs,
    others: [...code.map(definition => ({ definition, kind: 'local' as const, file: 'tools/index.ts' })), ...others],
    project: { ...toolProject(options), lookup: table => rowsOf(options.tables?.[table]) },
    execution,
    strict,
    known: options.known,
    policies,
    bindings: attempt ? fakeBindings(attempt, attempts) : bindings,
  })
  const { tools, diagnostics: problems } = mergeTools(sources, schemaCompiler())
  if (problems.length > 0) throw new Error(`The tools can't be merged: ${JSON.stringify(problems)}`)
  const project = toolProject(options)
  const built = buildAgent(options.agent)
  const agent = {
    ...built,
    tools,
    config: { ...built.config, steps: options.agent?.steps },
    isSafe: ({ name }: { name: string }) => tools[name]?.definition.safe === true,
    projectConfig: project.config,
  }
  const first = specs[0]?.name ?? code[0]?.name ?? ''
  const call = async (input: Record<string, unknown> = {}, told: CallOptions = {}): Promise<Called> => {
    const { variables = {}, grants = [], user } = told
    const session: TurnSession = { id: 'test', variables, grants: new Set(grants), requests: 0 }
    const base = { agent, session, user, steps: [{ calls: [{ name: first, input }] }, 'done'] }
    return calledIn(await play({ ...base, ...told.play } as PlayOptions), session)
  }
  const definitions = Object.fromEntries(Object.entries(tools).map(([name, { definition }]) => [name, definition]))
  return { definitions, sources, diagnostics, attempts, call }
}

function calledIn({ outcomes, events, messages }: Awaited<ReturnType<typeof play>>, session: TurnSession): Called {
  const outcome = outcomes.at(-1)
  if (!outcome) throw new Error('No call has ended.')
  const traces = events.flatMap(event => (event.type === 'trace' ? [`${event.stage}: ${event.message}`] : []))
  const told = messages.flatMap(message => (message.role === 'tool' ? message.results.map(({ text }) => text) : []))
  return {
    outcome,
    session,
    events,
    traces,
    told,
    get value() {
      if (outcome.kind === 'ok') return outcome.value
      throw new Error(`The call did not end well: ${JSON.stringify(outcome)}`)
    },
  }
}

function rowsOf(rows: Record<string, Record<string, unknown>> | undefined): LookupRows | undefined {
  if (!rows) return undefined
  return { columns: [], size: 0, find: key => rows[String(key)] as ReturnType<LookupRows['find']> }
}

function fakeBindings(
  attempt: NonNullable<StagedOptions['attempt']>,
  attempts: Record<string, unknown>[],
): BindingTable {
  return {
    http: {
      async compile({ hints }, spec): Promise<Executor> {
        const policy: ExecutionPolicy = {
          timeout: spec.timeout ?? hints.timeout,
          retry: retryPlan(spec),
          rateLimit: spec.rateLimit,
          circuitBreaker: spec.circuitBreaker,
        }
        return executorOf(policy, attempt, attempts)
      },
    },
    sandbox: { compile: async () => executorOf({ retry: NO_RETRIES }, attempt, attempts) },
  }
}

function executorOf(
  policy: ExecutionPolicy,
  attempt: NonNullable<StagedOptions['attempt']>,
  attempts: Record<string, unknown>[],
): Executor {
  return {
    policy,
    async attempt(call): Promise<Attempted> {
      attempts.push({ ...call.input })
      return { value: await attempt(call, attempts.length) }
    },
    explain: async ({ input }) => ({ method: 'POST', url: 'fake:', headers: {}, body: JSON.stringify(input) }),
  }
}
