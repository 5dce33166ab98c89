import type { Agent } from '../core/agent.ts'
import { isLoopengineError, LoopengineError } from '../core/errors.ts'
import type { Model } from '../core/model.ts'
import type { CallToolOptions } from '../runtime/call-tool.ts'
import { chooseModel, isInteractive } from '../terminal/choose-model.ts'
import { flagApprover } from '../terminal/flag-approver.ts'
import type { CallTarget } from './call-target.ts'
import { scopeFlags, scopeOf, userOf, variablesOf } from './turn-flags.ts'

interface CallFacts extends Pick<CallToolOptions, 'agent' | 'session' | 'signal' | 'findAgent'> {
  target: CallTarget
  flags: {
    approve: boolean
    model?: string | undefined
    tenant: string
    environment?: string | undefined
    user?: string | undefined
    claims?: string | undefined
    set?: string[] | undefined
  }
}

/** What `callTool` needs, from the flags; what they leave out is as it was when the call was recorded. */
export function callOptions({ target, flags, ...facts }: CallFacts): CallToolOptions {
  const { recorded } = target
  const hasScope = flags.tenant !== scopeFlags.tenant.default || flags.environment !== undefined
  return {
    ...facts,
    call: { id: 'call_1', name: target.tool, input: target.input },
    scope: hasScope ? scopeOf(flags) : (recorded?.scope ?? scopeOf(flags)),
    user: userOf(flags) ?? recorded?.user,
    variables: { ...recorded?.variables, ...variablesOf(flags.set) },
    approver: flagApprover(flags.approve ? [target.tool] : [], false),
    modelFor: child => modelFor(child, flags.model),
    emit: () => {},
  }
}

/** The tool that runs the agent tells only the message: the way out stands in it. */
async function modelFor(agent: Agent, flag: string | undefined): Promise<Model> {
  try {
    return await chooseModel({ flag, agent, env: process.env, interactive: isInteractive() })
  } catch (error) {
    if (!isLoopengineError(error) || error.hint === undefined) throw error
    throw new LoopengineError(error.code, `${error.message} ${error.hint}`)
  }
}
