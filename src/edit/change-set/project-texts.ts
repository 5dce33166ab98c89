import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeSet, FileChange, FileContent } from './change-set.ts'

/** The project as it is, or as it will be after a change: what a verification reads. Paths use `/`. */
export interface ProjectTexts {
  root: string
  side: 'before' | 'after'
  /** The files of the change, in both views. */
  changed: readonly string[]
  /** undefined when there is no such file. */
  text(path: string): string | undefined
  /** The same in the other view: before the change for "after", after it for "before". */
  counterpart(path: string): string | undefined
  /** Every source file outside `node_modules` and hidden folders. */
  sources(): string[]
}

export function textsBefore(changeSet: ChangeSet): ProjectTexts {
  return view(changeSet, 'before')
}

export function textsAfter(changeSet: ChangeSet): ProjectTexts {
  return view(changeSet, 'after')
}

function contentOn(side: ProjectTexts['side'], change: FileChange): FileContent | undefined {
  if (side === 'before') return change.kind === 'create' ? undefined : change.before
  return change.kind === 'delete' ? undefined : change.after
}

function view({ root, changes }: ChangeSet, side: ProjectTexts['side']): ProjectTexts {
  const textsOn = (which: ProjectTexts['side']): Map<string, string | undefined> =>
    new Map(changes.map(change => [change.path, asText(contentOn(which, change))]))
  const known = textsOn(side)
  const others = textsOn(side === 'before' ? 'after' : 'before')
  return {
    root,
    side,
    changed: [...known.keys()],
    text: path => (known.has(path) ? known.get(path) : fromDisk(join(root, path))),
    counterpart: path => (others.has(path) ? others.get(path) : fromDisk(join(root, path))),
    sources: () => sourcesBelow(root, known),
  }
}

function asText(content: FileContent | undefined): string | undefined {
  return content === undefined || typeof content === 'string' ? content : decodeText(content)
}

function fromDisk(path: string): string | undefined {
  try {
    return decodeText(readFileSync(path))
  } catch {
    return undefined
  }
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

const SOURCE = /\.[cm]?[jt]sx?$/
const SKIPPED = /^(\.|node_modules$|dist$|build$|coverage$)/

function sourcesBelow(root: string, known: Map<string, string | undefined>): string[] {
  const found = new Set(
    [...known].filter(([path, content]) => content !== undefined && SOURCE.test(path)).map(([path]) => path),
  )
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !SKIPPED.test(entry.name)) visit(path)
      else if (entry.isFile() && SOURCE.test(entry.name) && !known.has(path)) found.add(path)
    }
  }
  visit('')
  return [...found].sort()
}
