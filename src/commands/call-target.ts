import { usageError } from '../core/errors.ts'
import type { Scope } from '../core/rule.ts'
import type { User } from '../core/tool.ts'
import { recordedCall, splitCallReference } from '../sessions/recorded-call.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { readStdin } from './read-stdin.ts'
import { jsonObject } from './turn-flags.ts'

/** What `call` calls, and what a recorded call brings with it. */
export interface CallTarget {
  agent: string
  tool: string
  input: Record<string, unknown>
  /** Of the session that the call was recorded in. */
  recorded?: { variables: Record<string, unknown>; scope?: Scope; user?: User }
}

export interface CallTargetInput {
  args: { agent?: string | undefined; tool?: string | undefined }
  flags: { args?: string | undefined; from?: string | undefined }
  sessions: SessionStore
}

/**
 * From the command line, or from a session (`--from SESSION#CALL`): then the agent, the tool and the arguments are those
 * of the recorded call, and `--args` replaces the last.
 * @throws LoopengineError `missing_argument`, `invalid_value`, `call_not_found` (2)
 */
export async function callTarget({ args, flags, sessions }: CallTargetInput): Promise<CallTarget> {
  const given = flags.args === undefined ? undefined : await inputOf(flags.args)
  if (flags.from === undefined) {
    const agent = required('AGENT', args.agent)
    return { agent, tool: required('TOOL', args.tool), input: given ?? {} }
  }
  const { session, call: wanted } = splitCallReference(flags.from)
  const stored = await sessions.read(session)
  const call = recordedCall(stored, wanted)
  const { variables, facts, handovers, agent: owner } = stored.state
  const agent = args.agent ?? handovers.at(-1) ?? owner
  same('TOOL', args.tool, call.name)
  const recorded = { variables, ...(facts ? { scope: facts.scope } : {}), ...(facts?.user ? { user: facts.user } : {}) }
  return { agent, tool: call.name, input: given ?? call.input, recorded }
}

async function inputOf(text: string): Promise<Record<string, unknown>> {
  return jsonObject('--args', text === '-' ? await readStdin('the arguments') : text)
}

function required(name: string, value: string | undefined): string {
  if (value !== undefined) return value
  throw usageError(
    'missing_argument',
    `The argument \`${name}\` is missing.`,
    'Write `loopengine call AGENT TOOL`, or repeat a recorded call with --from SESSION#CALL.',
  )
}

function same(name: string, given: string | undefined, recorded: string): void {
  if (given === undefined || given === recorded) return
  throw usageError('invalid_value', `\`${name}\` is \`${given}\`, but the recorded call is one of \`${recorded}\`.`)
}
