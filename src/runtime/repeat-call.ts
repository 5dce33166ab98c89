import type { ToolOutcome } from '../core/tool.ts'

/** What became of many equal calls. */
export interface RepeatSummary {
  calls: number
  outcomes: Record<ToolOutcome['kind'], number>
  /** By error code, and by the code of what refused; the most frequent first. */
  codes: Record<string, number>
  ms: { least: number; median: number; most: number }
}

export interface RepeatOptions {
  times: number
  /** Calls under way at once. */
  concurrency: number
  signal: AbortSignal
  /** `at` counts from 1. Must not reject. */
  call(at: number): Promise<ToolOutcome>
}

/** Makes a call again and again in this process; a signal keeps further ones from starting. */
export async function repeatCall({ times, concurrency, signal, call }: RepeatOptions): Promise<ToolOutcome[]> {
  const outcomes: ToolOutcome[] = []
  let started = 0
  const worker = async (): Promise<void> => {
    while (started < times && !signal.aborted) {
      const at = ++started
      outcomes[at - 1] = await call(at)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, times) }, worker))
  return outcomes
}

export function summarise(outcomes: readonly ToolOutcome[]): RepeatSummary {
  const kinds: RepeatSummary['outcomes'] = { ok: 0, failed: 0, denied: 0, skipped: 0, pending: 0 }
  const codes = new Map<string, number>()
  for (const outcome of outcomes) {
    kinds[outcome.kind]++
    const code = codeOf(outcome)
    if (code !== undefined) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    calls: outcomes.length,
    outcomes: kinds,
    codes: Object.fromEntries([...codes].toSorted(([, a], [, b]) => b - a)),
    ms: { least: times[0] ?? 0, median: times[Math.floor((times.length - 1) / 2)] ?? 0, most: times.at(-1) ?? 0 },
  }
}

function codeOf(outcome: ToolOutcome): string | undefined {
  if (outcome.kind === 'failed') return outcome.error.code
  if (outcome.kind === 'denied') return outcome.code
  return undefined
}
