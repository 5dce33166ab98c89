import type { Agent } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { systemCode } from '../core/errors.ts'
import { strayError } from '../registry/stray-error.ts'

/**
 * Keeps the process alive when the user's code fails outside of any call: a promise that nobody awaits, a timer. Returns
 * the function that ends the watch.
 */
export function watchUserCode(root: string, agent: Agent, say: (diagnostic: Diagnostic) => void): () => void {
  process.setUncaughtExceptionCaptureCallback(error => {
    if (isOfUser(root, error)) return say(strayError(root, agent, error))
    process.setUncaughtExceptionCaptureCallback(null)
    // An error of ours, or of stdout: for the outermost handler, which a throw from here would not reach.
    const emitter: NodeJS.EventEmitter = process
    emitter.emit('uncaughtException', error)
  })
  return () => process.setUncaughtExceptionCaptureCallback(null)
}

function isOfUser(root: string, error: unknown): boolean {
  if (!(error instanceof Error)) return true
  return systemCode(error) !== 'EPIPE' && (error.stack ?? '').includes(root)
}
