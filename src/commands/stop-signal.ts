/** Aborts at the first Ctrl-C; the second ends the process at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  return controller.signal
}
