import { createHash } from 'node:crypto'
import type { Condition, DecisionWord } from '../../core/rule.ts'

/** Texts are written as UTF-8; bytes as they are. */
export type FileContent = string | Uint8Array

/** One file that changes; `path` is relative to the root, with `/`. */
export type FileChange =
  | { kind: 'create'; path: string; after: FileContent; mode?: number }
  | { kind: 'update'; path: string; before: FileContent; after: FileContent }
  | { kind: 'delete'; path: string; before: FileContent }

/** A permission that a change grants and that was not there before. */
export interface NewlyAllowed {
  agent: string
  tool: string
  scope: string
  decision: DecisionWord
  when?: Condition[]
}

/** Everything that one command wants to change, planned before anything is written. */
export interface ChangeSet {
  /** The project's folder, absolute. */
  root: string
  /** What a person would call it: `add-tool get_order`. */
  title: string
  changes: FileChange[]
  /** Sentences for the person: what to do next, what was left alone. */
  notes: string[]
  newlyAllowed: NewlyAllowed[]
  /** The hash of every file that the plan looked at; null for one that was not there. */
  read: Record<string, string | null>
  /** Folders to remove afterwards if nothing is left in them; the innermost first. */
  emptied?: string[]
  /** Files that hold conflict markers on purpose, for a person to resolve: their problems do not refuse the change. */
  unfinished?: string[]
  /** The change that this one takes back. */
  undoes?: string
}

export function bytesOf(content: FileContent): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content
}

/** The text of a content; undefined when it is not UTF-8 text. */
export function textOf(content: FileContent): string | undefined {
  if (typeof content === 'string') return content
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

export function hashOf(content: FileContent): string {
  return createHash('sha256').update(bytesOf(content)).digest('hex')
}
