import type { RunnableAgent } from '../core/agent.ts'
import { LoopengineError } from '../core/errors.ts'
import type { Directive, ToolOutcome } from '../core/tool.ts'
import type { TurnOptions } from './turn.ts'

/** What the calls of a batch want done after it. */
export interface Followed {
  /** Said to the person, in order. */
  said: string[]
  ends: boolean
  handoff?: string
}

/** Says what is to be said and sets the step; the rest is for the turn. The last handoff counts. */
export function followDirectives({ emit, session }: TurnOptions, directives: readonly Directive[]): Followed {
  const followed: Followed = { said: [], ends: false }
  for (const directive of directives) {
    switch (directive.do) {
      case 'respond':
        emit({ type: 'text_delta', text: followed.said.length > 0 ? `\n\n${directive.text}` : directive.text })
        followed.said.push(directive.text)
        break
      case 'step':
        session.step = directive.name
        break
      case 'handoff':
        followed.handoff = directive.agent
        break
      case 'end_turn':
        followed.ends = true
    }
  }
  return followed
}

/** An outcome whose declaration goes to a step that the agent has not is a failure: nothing could follow it. */
export function withKnownSteps(outcome: ToolOutcome, agent: RunnableAgent): ToolOutcome {
  const steps = agent.config.steps ?? {}
  const unknown = outcome.directives?.find(
    directive => directive.do === 'step' && !Object.hasOwn(steps, directive.name),
  )
  if (unknown?.do !== 'step') return outcome
  const known = Object.keys(steps)
  const has = known.length > 0 ? `its steps are ${known.join(', ')}` : 'it has no steps'
  const message = `The call was made, but its declaration goes to step \`${unknown.name}\` and ${has}.`
  const { call, ms } = outcome
  return { call, ms, kind: 'failed', error: { code: 'no_flow', type: 'tool_error', message } }
}

/** How often a conversation may be handed on in one turn. */
const MAX_HANDOFFS = 8

/** The agent that goes on with the turn. @throws LoopengineError `handoff_loop`, `no_agents`, or why it can't be had. */
export async function takeOver(options: TurnOptions, name: string, handoffs: number): Promise<RunnableAgent> {
  if (handoffs > MAX_HANDOFFS)
    throw new LoopengineError('handoff_loop', `The conversation was handed on ${MAX_HANDOFFS} times in one turn.`)
  if (!options.takeOver)
    throw new LoopengineError('no_agents', `Agent \`${name}\` can't take the conversation over from here.`)
  const agent = await options.takeOver(name)
  options.emit({ type: 'agent_change', from: options.agent.name, to: agent.name })
  return agent
}
