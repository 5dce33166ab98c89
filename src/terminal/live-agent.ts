import type { Agent } from '../core/agent.ts'
import { formatDiagnostic } from '../core/diagnostic.ts'
import type { LiveRegistry, Reload } from '../registry/live-registry.ts'
import type { Registry } from '../registry/open-registry.ts'

/** The agent of a chat: each turn takes it as its files stand. */
export interface ChatAgent {
  current(): Promise<Agent>
  find(name: string): Promise<Agent | undefined>
  /** Loads everything anew; returns what to say. */
  reload(): Promise<string>
  /** Says what a change of files did, once a change. */
  onChange(say: (line: string) => void): void
}

export function liveAgent(registry: LiveRegistry, name: string): ChatAgent {
  return {
    current: async () => {
      await registry.settled()
      return registry.get(name)
    },
    find: other => registry.find(other),
    reload: async () => reloadLine(await registry.reload()),
    onChange: say => {
      registry.onReload(reload => say(reloadLine(reload)))
      registry.onError(error => say(`Watching files failed (${String(error)}); /reload loads them.`))
    },
  }
}

/** The same without watching (`--no-watch`). */
export function fixedAgent(registry: Registry, name: string): ChatAgent {
  return {
    current: async () => registry.get(name),
    find: other => registry.find(other),
    reload: async () => 'This chat was started with --no-watch.',
    onChange: () => {},
  }
}

/** `reloaded customer-service in 14 ms`, and every problem on a line of its own. */
export function reloadLine({ swapped, kept, removed, diagnostics, ms }: Reload): string {
  const parts = [
    swapped.length > 0 ? `reloaded ${swapped.join(', ')}` : '',
    kept.length > 0 ? `${kept.join(', ')} has errors; the last good one stays` : '',
    removed.length > 0 ? `${removed.join(', ')} is gone` : '',
  ].filter(Boolean)
  const problems = diagnostics.filter(({ severity }) => severity !== 'info').map(one => `  ${formatDiagnostic(one)}`)
  return [`${parts.join('; ') || 'nothing to reload'} (${Math.round(ms)} ms)`, ...problems].join('\n')
}
