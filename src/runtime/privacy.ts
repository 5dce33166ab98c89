import type { Agent } from '../core/agent.ts'
import { getOwn } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import type { Privacy } from '../loop/turn.ts'
import { maskPii } from '../telemetry/pii/detect.ts'
import { PiiVault } from '../telemetry/pii/pii-vault.ts'
import { tokenStream } from '../telemetry/pii/token-stream.ts'

/**
 * Who gets to read personal data (ABL "pii_access"). Traces never do, but for tools with `logs`. As soon as one tool of
 * the agent declares an access, the model reads tokens: of what the person typed and of every result but that of tools
 * with `llm`. A call gets back what its tool may have: `user` the person's own data, `tools` that of other results.
 */
export function privacyOf(agent: () => Pick<Agent, 'tools'>): Privacy & { hide(text: string): string } {
  const vault = new PiiVault()
  const seen = new WeakMap<Message, Message>()
  const accessOf = (tool: string) => getOwn(agent().tools, tool)?.definition.pii_access
  const hides = (): boolean =>
    Object.values(agent().tools).some(({ definition }) => definition.pii_access !== undefined)

  const shown = (message: Message): Message => {
    const known = seen.get(message)
    if (known) return known
    const masked = hidden(message)
    seen.set(message, masked)
    return masked
  }

  const hidden = (message: Message): Message => {
    if (message.role === 'user') return { ...message, text: vault.hide(message.text, 'user') }
    if (message.role === 'assistant') return message
    const results = message.results.map(result =>
      accessOf(result.name) === 'llm' ? result : { ...result, text: vault.hide(result.text, 'tools') },
    )
    return { ...message, results }
  }

  return {
    shown: messages => (hides() ? messages.map(shown) : messages),
    restored: (tool, input) => {
      const access = accessOf(tool)
      if (access !== 'user' && access !== 'tools') return input
      return vault.restore(input, access) as Record<string, unknown>
    },
    traced: (tool, message) => (accessOf(tool) === 'logs' ? message : maskPii(message)),
    told: () => tokenStream(text => vault.restore(text, 'user') as string),
    hide: text => (hides() ? vault.hide(text, 'tools') : text),
  }
}
