import { didYouMean } from '../core/nearest.ts'
import { quoted } from './shown.ts'
import type { Place, Report, SourceEntry, SourceNode } from './source-node.ts'

type MapNode = Extract<SourceNode, { kind: 'map' }>

export interface KnownKeys {
  /** `a rule`, for messages. */
  owner: string
  keys: readonly string[]
  /** What people write instead of a key, and the key that they mean. */
  synonyms: Readonly<Record<string, string>>
  /** Something better to say about an unknown key than the nearest known one. */
  hintFor?(entry: SourceEntry): string | undefined
}

/** The entries of a map by key; unknown keys and keys that stand twice are reported. */
export function readKeys(node: MapNode, known: KnownKeys, report: Report): Map<string, SourceEntry> {
  const found = new Map<string, SourceEntry>()
  for (const entry of node.entries()) {
    const { key, at } = entry
    const earlier = found.get(key)
    if (!known.keys.includes(key)) report({ code: 'ACTAUTH_UNKNOWN_KEY', ...unknownKey(entry, known), at })
    else if (earlier) report({ code: 'ACTAUTH_DUPLICATE_KEY', ...duplicateKey(key, earlier.at), at })
    else found.set(key, entry)
  }
  return found
}

/** The place that stands for a whole map: its first key. */
export function firstKeyOf(node: MapNode): Place {
  return node.entries()[0]?.at ?? node.at
}

function unknownKey(entry: SourceEntry, known: KnownKeys): { message: string; hint: string } {
  const { owner, keys, synonyms } = known
  const meant = Object.hasOwn(synonyms, entry.key) ? synonyms[entry.key] : undefined
  const guess = meant ? `Did you mean \`${meant}\`?` : didYouMean(entry.key, keys)
  const hint = known.hintFor?.(entry) ?? `${guess} Keys of ${owner}: ${keys.join(', ')}.`.trim()
  return { message: `${quoted(entry.key)} is not a key of ${owner}.`, hint }
}

function duplicateKey(key: string, earlier: Place): { message: string; hint: string } {
  const where = earlier.range ? ` (first in line ${earlier.range.start.line})` : ''
  return {
    message: `The key \`${key}\` stands twice${where}.`,
    hint: 'Keep one of them; a list can hold several rules.',
  }
}
