import type { Agent } from '../core/agent.ts'
import type { Policy } from '../permissions/index.ts'
import type { AssembledAgent } from '../registry/assembly.ts'
import type { LiveRegistry, Reload } from '../registry/live-registry.ts'
import type { Registry } from '../registry/open-registry.ts'
import { reloadText } from './reload-text.ts'

/** The agent of a chat: each turn takes it as its files stand. */
export interface ChatAgent {
  current(): Promise<Agent>
  find(name: string): Promise<Agent | undefined>
  /** The rules of an agent as they stand, its subagents included; undefined when it has none that were read. */
  policy(of: Agent): Promise<Policy | undefined>
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
    policy: async of => policyOf([...registry.agents.values()], of),
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
    policy: async of => policyOf([...registry.agents.values()], of),
    reload: async () =>
      'This chat was started with --no-watch: it goes on as it is. A new one loads the files as they are now.',
    onChange: () => {},
  }
}

function policyOf(assembled: readonly AssembledAgent[], agent: Agent): Policy | undefined {
  for (const one of assembled) {
    const policy = one.agent === agent ? one.policy : policyOf(one.subagents ?? [], agent)
    if (policy) return policy
  }
  return undefined
}
