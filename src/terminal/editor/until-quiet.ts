import { setTimeout as sleep } from 'node:timers/promises'

/** Keys that come so soon after one another are typed by somebody who has not seen the question yet. */
const TYPING_MS = 400

/** The same for a question that follows from what the person just did. */
const FOLLOWING_MS = 120

const LONGEST_TYPING_MS = 5_000

/** Even where nothing was typed: keys that lay in the terminal's buffer arrive first. */
const SETTLE_MS = 40

/** Waits until the person has stopped typing, so that no key meant for something else answers a question. */
export async function untilQuiet(lastKey: () => number, { unasked = false }: { unasked?: boolean }): Promise<void> {
  const start = performance.now()
  const quiet = unasked ? TYPING_MS : FOLLOWING_MS
  await sleep(SETTLE_MS)
  while (performance.now() - lastKey() < quiet && performance.now() - start < LONGEST_TYPING_MS) await sleep(SETTLE_MS)
}
