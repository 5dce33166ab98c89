import { distance } from 'fastest-levenshtein'

/** The candidate that a tired hand most likely meant, or undefined when none is close. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of candidates) {
    const between = distance(fold(name), fold(candidate))
    if (between < bestDistance) {
      best = candidate
      bestDistance = between
    }
  }
  return best
}

/** ``Did you mean `x`?`` or an empty text. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates)
  return found === undefined ? '' : `Did you mean \`${found}\`?`
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('-', '_')
}
