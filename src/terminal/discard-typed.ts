import { setTimeout as sleep } from 'node:timers/promises'

const SETTLE_MS = 40

/** Drops what was typed before a decision is asked for: a stray Enter must never approve anything. */
export async function discardTyped(stdin: NodeJS.ReadStream = process.stdin): Promise<void> {
  if (!stdin.isTTY) return
  const drop = (): void => {}
  stdin.setRawMode(true)
  stdin.on('data', drop)
  await sleep(SETTLE_MS)
  stdin.off('data', drop)
  stdin.pause()
  stdin.setRawMode(false)
}
