import { wordsOf } from './words.js'

/** The part of a text that speaks most of these words, on one line, and how many lines it stands below the beginning. */
export function excerpt(text: string, query: string, longest: number): { text: string; below: number } {
  const wanted = new Set(wordsOf(query))
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]))
  const candidates = starts.map(at => ({ at, text: windowFrom(lines, at, longest) }))
  const best = candidates
    .map(candidate => ({ ...candidate, hits: new Set(wordsOf(candidate.text).filter(word => wanted.has(word))).size }))
    .sort((a, b) => b.hits - a.hits || a.at - b.at)[0]
  return best ? { text: best.text, below: best.at } : { text: '', below: 0 }
}

/** From a line on, as many whole words as there is room for. */
function windowFrom(lines: string[], at: number, longest: number): string {
  const whole = lines.slice(at).join(' ').replaceAll(/\s+/g, ' ').trim()
  if (whole.length <= longest) return whole
  return `${whole.slice(0, longest).replace(/\s\S*$/, '')} …`
}
