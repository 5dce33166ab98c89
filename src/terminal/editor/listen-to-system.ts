const ENDING = ['SIGTERM', 'SIGHUP'] as const

export interface SystemListener {
  resized(): void
  /** Ctrl-C as a signal, from somewhere else than the keyboard. */
  interrupted(): void
  /** The process is about to be ended: time to give the terminal back. */
  ending(): void
}

/** Signals and the terminal's size, until the function that comes back is called. */
export function listenToSystem(
  stdout: NodeJS.WriteStream,
  { resized, interrupted, ending }: SystemListener,
): () => void {
  const end = (signal: NodeJS.Signals): void => {
    ending()
    for (const one of ENDING) process.off(one, end)
    process.kill(process.pid, signal)
  }
  stdout.on('resize', resized)
  process.on('SIGINT', interrupted)
  for (const signal of ENDING) process.on(signal, end)
  return () => {
    stdout.off('resize', resized)
    process.off('SIGINT', interrupted)
    for (const signal of ENDING) process.off(signal, end)
  }
}
