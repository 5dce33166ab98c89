/** Aborts at the first Ctrl-C; the second ends the process at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  // The listener stays: without one the lock's own would take the signal for unhandled and end the process.
  const stop = (): void => {
    if (controller.signal.aborted) {
      process.off('SIGINT', stop)
      process.kill(process.pid, 'SIGINT')
    }
    controller.abort()
  }
  process.on('SIGINT', stop)
  return controller.signal
}
