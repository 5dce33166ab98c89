import type { Agent } from '../core/agent.ts'
import type { Policy } from '../permissions/index.ts'
import type { LiveRegistry, Reload } from '../registry/live-registry.ts'
import type { Registry } from '../registry/open-registry.ts'
import { reloadText } from './reload-text.ts'

/** The agent of a chat: each turn takes it as its files stand. */
export interface ChatAgent {
  current(): Promise<Agent>
  find(name: string): Promise<Agent | undefined>
  /** The rules as they stand; undefined when the agent has none that were read. */
  policy(): Promise<Policy | undefined>
  /** Loads everything anew; returns what to say. */
  reload(): Promise<string>
  /** Says what a change of files did, once a change. */
  onChange(say: (text: string) => void): void
}

export function liveAgent(registry: LiveRegistry, name: string): ChatAgent {
  const told = (reload: Reload): Promise<string> => reloadText(registry.root, reload, process.stdout)
  return {
    current: async () => {
      await registry.settled()
      return registry.get(name)
    },
    find: other => registry.find(other),
    policy: async () => {
      await registry.settled()
      return policyOf(registry, name)
    },
    reload: async () => told(await registry.reload()),
    onChange: say => {
      registry.onReload(reload => void told(reload).then(say))
      registry.onError(error => say(`Watching files failed (${String(error)}); /reload loads them.`))
    },
  }
}

/** The same without watching (`--no-watch`). */
export function fixedAgent(registry: Registry, name: string): ChatAgent {
  return {
    current: async () => registry.get(name),
    find: other => registry.find(other),
    policy: async () => policyOf(registry, name),
    reload: async () =>
      'This chat was started with --no-watch: it goes on as it is. A new one loads the files as they are now.',
    onChange: () => {},
  }
}

function policyOf(registry: Registry, name: string): Policy | undefined {
  const agent = registry.get(name)
  return [...registry.agents.values()].find(assembled => assembled.agent === agent)?.policy
}
