/** A process that is still awake so long after it asked to be stopped was not. */
const AWAKE_MS = 300

/** Stops this process as Ctrl-Z does, and calls `back` when it goes on: at once where no shell could wake it. */
export function stopProcess(back: () => void): void {
  const goOn = (): void => {
    clearTimeout(timer)
    process.off('SIGCONT', goOn)
    back()
  }
  const timer = setTimeout(goOn, AWAKE_MS)
  process.once('SIGCONT', goOn)
  process.kill(process.pid, 'SIGTSTP')
}
