import type { AgentTool } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { messageOf } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import { TOOL_NAME } from '../core/tool.ts'
import type { InputCheck, SchemaCompiler } from './validate-input.ts'

export type CheckedTool = { tool: AgentTool; check: InputCheck } | { diagnostic: Diagnostic }

/** Whether something exported as a tool is one; what is wrong with it is said once, naming the tool and its file. */
export function checkDefinition(
  candidate: unknown,
  place: Omit<AgentTool, 'definition'>,
  compiler: SchemaCompiler,
): CheckedTool {
  const problem = shapeProblem(candidate)
  if (problem) return { diagnostic: { severity: 'error', file: place.file, ...problem } }
  const tool: AgentTool = { ...place, definition: candidate as AgentTool['definition'] }
  const { name, input_schema, prepare } = tool.definition
  try {
    const check = prepare
      ? (input: Record<string, unknown>) => ({ kind: 'ready', input }) as const
      : compiler.compile(input_schema)
    return { tool, check }
  } catch (error) {
    const message = `\`input_schema\` of tool \`${name}\` is not a usable JSON Schema: ${messageOf(error)}`
    return {
      diagnostic: {
        code: 'TOOL_SCHEMA',
        severity: 'error',
        file: place.file,
        message,
        hint: 'Expected e.g. { type: "object", properties: { id: { type: "string" } }, required: ["id"] }.',
      },
    }
  }
}

function shapeProblem(candidate: unknown): Pick<Diagnostic, 'code' | 'message' | 'hint'> | undefined {
  if (!isRecord(candidate)) {
    const got = candidate === null ? 'null' : Array.isArray(candidate) ? 'a list' : typeof candidate
    return { code: 'TOOL_SHAPE', message: `Expected a tool, got ${got}.`, hint: 'Use defineTool({ … }).' }
  }
  const { name, description, execute } = candidate
  if (typeof name !== 'string' || name === '') {
    return { code: 'TOOL_NAME', message: 'A tool has no `name`.', hint: 'Give it a snake_case name.' }
  }
  if (!TOOL_NAME.test(name)) {
    const hint = 'Models accept letters, digits and _, not starting with a digit, at most 64 characters.'
    return { code: 'TOOL_NAME', message: `\`${name}\` can't be a tool's name.`, hint }
  }
  if (typeof execute !== 'function') {
    return {
      code: 'TOOL_EXECUTE',
      message: `Tool \`${name}\` has no \`execute\` function.`,
      hint: 'Add execute(input, context) { … }.',
    }
  }
  if (typeof description !== 'string' || description.trim() === '') {
    const hint = 'Say what it does, when to use it and what it returns: the model reads nothing else.'
    return { code: 'TOOL_DESCRIPTION', message: `Tool \`${name}\` has no \`description\`.`, hint }
  }
  if (!isRecord(candidate.input_schema)) {
    const hint = 'For no arguments: { type: "object", properties: {} }.'
    return { code: 'TOOL_SCHEMA', message: `Tool \`${name}\` has no \`input_schema\`.`, hint }
  }
  return valueProblem(name, candidate)
}

/** A mistake in these would pass unseen: a limit that never ends or ends at once, a lane that is not shared. */
function valueProblem(
  name: string,
  { timeout, safe }: Record<string, unknown>,
): Pick<Diagnostic, 'code' | 'message' | 'hint'> | undefined {
  const isLimit = typeof timeout === 'number' && timeout > 0 && Number.isFinite(timeout)
  if (timeout !== undefined && timeout !== false && !isLimit) {
    const message = `\`timeout\` of tool \`${name}\` must be milliseconds above 0, or false, got ${shown(timeout)}.`
    return { code: 'TOOL_TIMEOUT', message, hint: 'E.g. timeout: 60_000; false for no limit.' }
  }
  if (safe !== undefined && typeof safe !== 'boolean') {
    const message = `\`safe\` of tool \`${name}\` must be true or false, got ${shown(safe)}.`
    return { code: 'TOOL_SAFE', message, hint: 'Only a tool that changes nothing is safe.' }
  }
  return undefined
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
