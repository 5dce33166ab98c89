import { type Document, listDocuments, textOf } from './documents.js'
import { type Section, sectionsOf } from './sections.js'
import { wordsOf } from './words.js'

/** A section that fits a question. */
export interface Hit extends Section {
  path: string
  score: number
}

interface Entry extends Section {
  path: string
  /** How often each word stands in it; the words of headings and of the path count more. */
  counts: Map<string, number>
  length: number
}

/** How fast more of the same word stops to count, and how much long sections are held back: the usual values of BM25. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75
const HEADING_WEIGHT = 3

/** The documents' sections by their words. Built at the first search; later ones read only the files that changed. */
export class SearchIndex {
  readonly #documents = new Map<string, { stamp: string; entries: Entry[] }>()
  #refreshing: Promise<void> | undefined

  /** The best sections for these words, best first; at most two of a document. */
  async search(query: string, most: number): Promise<Hit[]> {
    await this.refresh()
    const entries = [...this.#documents.values()].flatMap(document => document.entries)
    const words = [...new Set(wordsOf(query))]
    const scored = scoreAll(entries, words).filter(({ score }) => score > 0)
    const hits: Hit[] = []
    for (const hit of scored.sort((a, b) => b.score - a.score)) {
      if (hits.filter(({ path }) => path === hit.path).length < 2) hits.push(hit)
      if (hits.length === most) break
    }
    return hits
  }

  /** Searches that run side by side share one look at the disk. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    const documents = await listDocuments()
    const paths = new Set(documents.map(({ path }) => path))
    for (const path of this.#documents.keys()) if (!paths.has(path)) this.#documents.delete(path)
    for (const document of documents) {
      const { path, stamp } = document
      if (this.#documents.get(path)?.stamp !== stamp)
        this.#documents.set(path, { stamp, entries: await read(document) })
    }
  }
}

async function read(document: Document): Promise<Entry[]> {
  return sectionsOf(await textOf(document)).map(section => {
    const counts = new Map<string, number>()
    const text = wordsOf(section.text)
    const add = (words: string[], weight: number): void => {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight)
    }
    add(text, 1)
    add(wordsOf(section.heading), HEADING_WEIGHT)
    add(wordsOf(document.path), 1)
    return { ...section, path: document.path, counts, length: text.length }
  })
}

/** BM25: a rare word counts more than a common one, and more of the same less and less. */
function scoreAll(entries: Entry[], words: string[]): Hit[] {
  const average = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)
  const rarity = new Map(
    words.map(word => {
      const having = entries.filter(({ counts }) => counts.has(word)).length
      return [word, Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))]
    }),
  )
  return entries.map(({ counts, length, ...section }) => {
    const drag = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(1, average))
    const score = words.reduce((sum, word) => {
      const count = counts.get(word) ?? 0
      return sum + ((rarity.get(word) ?? 0) * count * (SATURATION + 1)) / (count + drag)
    }, 0)
    return { ...section, score }
  })
}
