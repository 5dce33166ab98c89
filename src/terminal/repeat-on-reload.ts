import type { LiveRegistry } from '../registry/live-registry.ts'
import { reloadText } from './reload-text.ts'

export interface RepeatOptions {
  registry: LiveRegistry
  /** Ends the repeating. */
  signal: AbortSignal
  /** One run; called again after each successful reload, never twice at once. */
  run(): Promise<void>
  say(text: string): void
}

/** Runs, stays, and runs again whenever the agent's files were loaded anew (`run --watch`). */
export async function repeatOnReload({ registry, signal, run, say }: RepeatOptions): Promise<void> {
  let due = true
  let wake = (): void => {}
  registry.onReload(reload => {
    void reloadText(registry.root, reload, process.stderr).then(say)
    if (reload.swapped.length === 0) return
    due = true
    wake()
  })
  registry.onError(error => say(`Watching files failed: ${String(error)}`))
  signal.addEventListener('abort', () => wake(), { once: true })
  while (!signal.aborted) {
    if (due) {
      due = false
      await run()
    } else {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
}
