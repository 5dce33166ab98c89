import { isRecord } from '../../core/json.ts'
import { DEFAULT_TOOL_TIMEOUT_MS, type ToolContext, type ToolDefinition } from '../../core/tool.ts'
import { isToolOutput } from '../../core/tool-output.ts'
import { NO_RETRIES } from '../bindings/binding.ts'
import type { ToolSource } from '../merge-tools.ts'
import { buildPlan } from './build-plan.ts'
import { stageCompiler } from './compile.ts'
import { withinTime } from './execute/attempt-clock.ts'
import { wholeLimit } from './execute/time-limits.ts'
import { hasSideEffects } from './gate/side-effects.ts'
import { writesAfter } from './is-safe.ts'
import { compactResult } from './present/compact.ts'
import type { SourceTool } from './source-tool.ts'
import { stagedTool } from './staged-tool.ts'
import type { Staging } from './staging.ts'
import type { Ran } from './tool-plan.ts'

/** A tool in code with the stages that it declares; one that declares none, or that is no tool, as it was. */
export async function stageCodeTool(tool: SourceTool, staging: Staging): Promise<ToolSource | undefined> {
  const { source, properties, name } = tool
  if (tool.diagnostics.some(({ severity }) => severity === 'error')) return undefined
  if (!properties) return withCompaction(source, staging)
  const definition = source.definition as ToolDefinition
  const prepare = tool.executes ? await ownPrepare(definition, staging) : undefined
  if (!prepare) return source
  const { execute: _execute, prepare: _prepare, demand, compact, ...base } = definition
  const facts = { ...properties, name, safe: definition.safe }
  const effects = hasSideEffects(facts)
  const attemptLimit = limitOf(definition, properties.hints.timeout, staging)
  const compiler = stageCompiler({ tool: name, file: source.file })
  const parameterNames = Object.keys(definition.input_schema.properties ?? {})
  const plan = await buildPlan(
    {
      name,
      properties,
      parameterNames,
      attemptLimit,
      arguments: { kind: 'code', prepare },
      run: runCode(definition, { limit: attemptLimit, effects }),
      limits: staging.policies.for(
        name,
        { base, properties, code: String(definition.execute), root: staging.project.root },
        properties.hints,
      ),
    },
    staging,
    compiler,
  )
  staging.diagnostics.push(...compiler.diagnostics)
  if (compiler.diagnostics.length > 0) return undefined
  const staged = stagedTool(plan, {
    base,
    demanding: facts,
    demand: demand?.bind(definition),
    compaction: properties.compaction ?? (compact ? undefined : staging.execution.compaction),
    compact: compact?.bind(definition),
    safe: !effects && writesAfter(properties) === undefined && (definition.safe ?? properties.effect === 'read_only'),
    timeout: wholeLimit(attemptLimit, { retry: NO_RETRIES }),
  })
  return { ...source, definition: staged }
}

/** The check of its arguments, be it its own or that of its schema; undefined for what is no usable tool. */
async function ownPrepare(definition: ToolDefinition, { schemas }: Staging): Promise<ToolDefinition['prepare']> {
  if (definition.prepare) return definition.prepare.bind(definition)
  try {
    const check = (await schemas()).compile(definition.input_schema)
    return async input => check(input)
  } catch {
    return undefined
  }
}

/** Milliseconds for one run of a tool in code: its own word, its hint, its agent's, the usual. */
export function limitOf(
  { timeout }: Pick<ToolDefinition, 'timeout'>,
  hint: number | undefined,
  { execution }: Staging,
): number | false {
  return timeout ?? hint ?? execution.toolTimeout ?? DEFAULT_TOOL_TIMEOUT_MS
}

/** Runs a tool's own code in its time. */
export function runCode(
  definition: ToolDefinition,
  limit: { limit: number | false; effects: boolean },
): (input: Record<string, unknown>, context: ToolContext) => Promise<Ran> {
  return async (input, context) => {
    const result: unknown = await withinTime(limit, context, async timed => definition.execute(input, timed))
    if (!isToolOutput(result)) return { value: result }
    const { value, text, images, directives } = result
    return {
      value,
      ...(text === undefined ? {} : { text }),
      ...(images ? { images } : {}),
      ...(directives ? { directives } : {}),
    }
  }
}

/** An agent's own policy holds for tools that say nothing of compaction. */
function withCompaction(source: ToolSource, { execution: { compaction } }: Staging): ToolSource {
  const { definition } = source
  if (!compaction || !isTool(definition) || definition.compact) return source
  const { prepare, demand } = definition
  const copy: ToolDefinition = {
    ...definition,
    execute: (input, context) => definition.execute(input, context),
    compact: (text, tools) => compactResult(compaction, text, tools),
    ...(prepare ? { prepare: prepare.bind(definition) } : {}),
    ...(demand ? { demand: demand.bind(definition) } : {}),
  }
  return { ...source, definition: copy }
}

function isTool(definition: unknown): definition is ToolDefinition {
  return isRecord(definition) && typeof definition.execute === 'function'
}
