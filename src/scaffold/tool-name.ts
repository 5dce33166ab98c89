import { usageError } from '../core/errors.ts'
import { TOOL_NAME } from '../core/tool.ts'
import { BUILT_IN_DECISIONS } from '../permissions/built-in-decisions.ts'

/** The names of one tool: `get-order` is the tool `get_order`, the file `tools/get_order.ts`, the export `getOrder`. */
export interface ToolNames {
  tool: string
  file: string
  exp: string
}

const RESERVED_WORDS = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield undefined defineTool tools'
  ).split(' '),
)

/** Names that a tool's file cannot have on every system, or that the folder uses itself. */
const RESERVED_FILES = /^(con|prn|aux|nul|com\d|lpt\d|index)$/i

/**
 * The names that follow from what a person typed, in any spelling.
 * @throws LoopengineError `tool_name` (2)
 */
export function toolNames(typed: string): ToolNames {
  const words = wordsOfName(typed)
  const tool = words.join('_')
  if (!TOOL_NAME.test(tool)) throw badName(typed, 'starts with a letter and has letters, digits, - and _, at most 64')
  if (RESERVED_FILES.test(tool)) throw badName(typed, 'is none that a system or the folder keeps for itself')
  if (isBuiltIn(tool))
    throw badName(typed, `is not that of a built-in tool (${Object.keys(BUILT_IN_DECISIONS).join(', ')})`)
  const camel = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')
  return { tool, file: tool, exp: RESERVED_WORDS.has(camel) ? `${camel}Tool` : camel }
}

/** `read_file` too: it would stand beside `readFile`. */
function isBuiltIn(tool: string): boolean {
  return tool.startsWith('system_') || Object.keys(BUILT_IN_DECISIONS).some(name => foldName(name) === foldName(tool))
}

/** `getHTTPOrder-byId` is `get`, `http`, `order`, `by`, `id`. */
function wordsOfName(typed: string): string[] {
  const split = typed.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  return split
    .toLowerCase()
    .split(/[-_ ]+/)
    .filter(Boolean)
}

function badName(typed: string, rule: string): Error {
  return usageError('tool_name', `\`${typed}\` is no name for a tool.`, `A tool's name ${rule}: \`get-order\`.`)
}

/** The name of a rule for a tool: `get-order-ask`. */
export function ruleName(tool: string, decision: string): string {
  return `${tool.replaceAll('_', '-')}-${decision}`
}

const AGENT_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const RESERVED_AGENTS = /^(con|prn|aux|nul|com\d|lpt\d|index|subagents|node_modules)$/i

/** @throws LoopengineError `agent_name` (2) */
export function checkAgentName(name: string): void {
  if (AGENT_NAME.test(name) && !RESERVED_AGENTS.test(name)) return
  const hint = 'It is a folder: it starts with a letter and has letters, digits, - and _, as in `customer-service`.'
  throw usageError('agent_name', `\`${name}\` is no name for an agent.`, hint)
}

/** `-`, `_` and case aside two names are one. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
