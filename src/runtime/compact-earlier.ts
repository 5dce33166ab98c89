import type { Agent } from '../core/agent.ts'
import { getOwn } from '../core/json.ts'
import type { Message, ToolResult } from '../core/message.ts'
import type { Model } from '../core/model.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import { summarise } from './summarise.ts'

interface Compacting {
  session: SessionLog
  agent: Agent
  model: Model
  /** Takes the personal data out of a text before the model reads it. */
  hide(text: string): string
}

/**
 * The conversation as the model is shown it: results of earlier turns whose tools say how stand compacted, those of
 * this turn whole (ABL "result compaction"). A result is compacted once and the session keeps the outcome.
 */
export async function compactEarlier(compacting: Compacting): Promise<Message[]> {
  const { state } = compacting.session
  const turnStart = state.messages.findLastIndex(({ role }) => role === 'user')
  for (const message of state.messages.slice(0, turnStart)) {
    if (message.role !== 'tool') continue
    for (const result of message.results) await compact(compacting, result)
  }
  return shownHistory(state.messages, state.compacted)
}

/** Compacted results in the place of the whole ones; their images are left out. */
export function shownHistory(messages: readonly Message[], compacted: ReadonlyMap<string, string>): Message[] {
  if (compacted.size === 0) return [...messages]
  return messages.map(message => {
    if (message.role !== 'tool') return message
    const results = message.results.map(result => {
      const text = compacted.get(result.callId)
      if (text === undefined) return result
      const { images: _images, ...rest } = result
      return { ...rest, text }
    })
    return { ...message, results }
  })
}

async function compact({ session, agent, model, hide }: Compacting, result: ToolResult): Promise<void> {
  const tool = getOwn(agent.tools, result.name)
  if (result.kind !== 'ok' || !tool?.definition.compact || session.state.compacted.has(result.callId)) return
  const text = await tool.definition.compact(result.text, {
    summarise: (whole, ms) => summarise(model, tool.definition.pii_access === 'llm' ? whole : hide(whole), ms),
  })
  await session.append({ type: 'compaction', callId: result.callId, text })
}
