import { stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { FSWatcher } from 'chokidar'

/** Files at the root that agents are made of; they may appear later. */
const ROOT_FILES = ['.env', 'loopengine.config.yml', '.mcp.json', 'tsconfig.json', 'package.json']

/** After the last event of a burst. Long enough for the two writes of an editor, short enough not to be felt. */
const QUIET_MS = 20

/** A file that was just emptied is being written: it is believed only after this. */
const EMPTY_MS = 400

export interface FileWatcher {
  /**
   * Watches the folders of these files too, and whole folders with all that is in them. True when any of them is new: its
   * events begin a moment later.
   */
  add(files: readonly string[], whole: readonly string[]): boolean
  close(): Promise<void>
}

export interface WatchOptions {
  root: string
  /** Whether a change of this file matters. Absolute. */
  matters(file: string): boolean
  /** The files of one burst, absolute. */
  onChange(files: ReadonlySet<string>): void
  onError(error: unknown): void
}

/** Watches a project's agents and settings. A burst of saves is one change. Resolves when every folder is watched. */
export async function watchFiles({ root, matters, onChange, onError }: WatchOptions): Promise<FileWatcher> {
  const { watch } = await import('chokidar')
  const burst = new Burst(onChange, onError)
  // chokidar says "ready" too early, and sees no later birth, when it is given a path that isn't there: so the root
  // itself is watched, one level deep, for the files that may come.
  const options = { ignoreInitial: true, atomic: false }
  const agents = watch(join(root, 'agents'), { ...options, ignored: file => isNoise(root, file) })
  const settings = watch(root, {
    ...options,
    depth: 0,
    ignored: file => file !== root && !ROOT_FILES.includes(basename(file)),
  })
  const outside = watch([], { ...options, depth: 0 })
  const folders = new Set<string>()
  const trees = new Set<string>()
  for (const watcher of [agents, settings, outside]) {
    watcher.on('error', onError)
    watcher.on('all', (event, file) => {
      if (event !== 'addDir' && matters(file)) burst.add(file)
    })
  }
  await Promise.all([ready(agents), ready(settings)])
  return {
    add: (files, whole) => {
      const fresh = takeNew(folders, files.map(dirname))
      const freshTrees = takeNew(trees, whole)
      if (fresh.length > 0) outside.add(fresh)
      if (freshTrees.length > 0) agents.add(freshTrees)
      return fresh.length + freshTrees.length > 0
    },
    close: async () => {
      burst.cancel()
      await Promise.all([agents.close(), settings.close(), outside.close()])
    },
  }
}

/** Those that are not in the set yet; they are now. */
function takeNew(known: Set<string>, paths: readonly string[]): string[] {
  const fresh = [...new Set(paths)].filter(path => !known.has(path))
  for (const path of fresh) known.add(path)
  return fresh
}

/** Collects the files of a burst and hands them on when it is over. */
class Burst {
  readonly #onChange: WatchOptions['onChange']
  readonly #onError: WatchOptions['onError']
  #files = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(onChange: WatchOptions['onChange'], onError: WatchOptions['onError']) {
    this.#onChange = onChange
    this.#onError = onError
  }

  add(file: string): void {
    this.#files = new Set([...this.#files, file])
    this.#wait(QUIET_MS, () => void this.#quiet().catch(this.#onError))
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }

  async #quiet(): Promise<void> {
    const files = this.#files
    const emptied = await anyEmptied(files)
    if (files !== this.#files) return
    if (emptied) this.#wait(EMPTY_MS, () => this.#deliver())
    else this.#deliver()
  }

  #deliver(): void {
    const files = this.#files
    this.#files = new Set()
    this.#onChange(files)
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, ms)
  }
}

function ready(watcher: FSWatcher): Promise<void> {
  return new Promise(resolve => watcher.once('ready', () => resolve()))
}

function isNoise(root: string, file: string): boolean {
  const inside = relative(root, file)
  const name = basename(file)
  if (name.endsWith('~') || name.startsWith('.#')) return true
  return inside.split(sep).some(part => part === 'node_modules' || part === '.git' || part === '.loopengine')
}

async function anyEmptied(files: ReadonlySet<string>): Promise<boolean> {
  const sizes = await Promise.all(
    [...files].map(file =>
      stat(file)
        .then(({ size }) => size)
        .catch(() => undefined),
    ),
  )
  return sizes.includes(0)
}
