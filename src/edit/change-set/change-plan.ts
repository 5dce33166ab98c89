import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes } from '../../storage/write-atomic.ts'
import { bytesOf, type ChangeSet, type FileChange, type FileContent, hashOf, type NewlyAllowed } from './change-set.ts'

/** How a plan sees the project. Paths are relative to its root, with `/`. */
export interface ProjectReader {
  read(path: string): Promise<Uint8Array | undefined>
  /** The names in a folder; none when it is missing. */
  list(folder: string): Promise<string[]>
}

export function diskReader(root: string): ProjectReader {
  return {
    read: path => readBytes(join(root, path)),
    list: folder => readdir(join(root, folder)).catch(() => []),
  }
}

/**
 * A change in the making: planners read through it and say what each file shall hold; every file that was read is
 * remembered with its hash. Nothing is written.
 */
export class ChangePlan {
  readonly root: string
  readonly title: string
  readonly #reader: ProjectReader
  readonly #before = new Map<string, Uint8Array | undefined>()
  readonly #after = new Map<string, { content: FileContent; mode?: number } | undefined>()
  readonly #notes: string[] = []
  readonly #allowed: NewlyAllowed[] = []
  readonly #emptied = new Set<string>()
  readonly #unfinished = new Set<string>()

  constructor(root: string, title: string, reader: ProjectReader = diskReader(root)) {
    this.root = root
    this.title = title
    this.#reader = reader
  }

  /** The bytes as this plan leaves them so far; undefined for no file. */
  async read(path: string): Promise<Uint8Array | undefined> {
    if (this.#after.has(path)) {
      const planned = this.#after.get(path)
      return planned && bytesOf(planned.content)
    }
    if (!this.#before.has(path)) this.#before.set(path, await this.#reader.read(path))
    return this.#before.get(path)
  }

  async readText(path: string): Promise<string | undefined> {
    const bytes = await this.read(path)
    return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }

  async exists(path: string): Promise<boolean> {
    return (await this.read(path)) !== undefined
  }

  list(folder: string): Promise<string[]> {
    return this.#reader.list(folder)
  }

  async write(path: string, content: FileContent, options: { mode?: number } = {}): Promise<void> {
    await this.read(path)
    this.#after.set(path, { content, ...options })
  }

  async remove(path: string): Promise<void> {
    await this.read(path)
    this.#after.set(path, undefined)
  }

  /** A folder that goes if nothing is left in it. */
  removeIfEmpty(folder: string): void {
    this.#emptied.add(folder)
  }

  /** A file of this plan holds conflict markers on purpose. */
  leaveUnfinished(path: string): void {
    this.#unfinished.add(path)
  }

  note(sentence: string): void {
    this.#notes.push(sentence)
  }

  allow(permission: NewlyAllowed): void {
    this.#allowed.push(permission)
  }

  /** The plan as data. Files that end as they were are no changes. */
  changeSet(): ChangeSet {
    const read = Object.fromEntries([...this.#before].map(([path, bytes]) => [path, bytes ? hashOf(bytes) : null]))
    return {
      root: this.root,
      title: this.title,
      changes: [...this.#after.keys()].flatMap(path => this.#change(path)),
      notes: [...this.#notes],
      newlyAllowed: [...this.#allowed],
      read,
      ...(this.#emptied.size > 0 ? { emptied: [...this.#emptied].sort(byDepth) } : {}),
      ...(this.#unfinished.size > 0 ? { unfinished: [...this.#unfinished] } : {}),
    }
  }

  #change(path: string): FileChange[] {
    const before = this.#before.get(path)
    const after = this.#after.get(path)
    if (!after) return before ? [{ kind: 'delete', path, before }] : []
    const { content, mode } = after
    if (!before) return [{ kind: 'create', path, after: content, ...(mode === undefined ? {} : { mode }) }]
    return hashOf(before) === hashOf(content) ? [] : [{ kind: 'update', path, before, after: content }]
  }
}

/** The innermost first. */
function byDepth(a: string, b: string): number {
  return b.split('/').length - a.split('/').length
}
