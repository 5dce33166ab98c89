import { stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Files outside `agents/` that agents are made of. */
const ROOT_FILES = ['.env', 'loopengine.config.yml', '.mcp.json', 'tsconfig.json', 'package.json']

/** After the last event of a burst. Long enough for the two writes of an editor, short enough not to be felt. */
const QUIET_MS = 20

/** A file that was just emptied is being written: it is believed only after this. */
const EMPTY_MS = 400

export interface FileWatcher {
  /** Watches these files too. */
  add(files: readonly string[]): void
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
  const paths = [join(root, 'agents'), join(root, 'workflows'), ...ROOT_FILES.map(file => join(root, file))]
  const watcher = watch(paths, { ignoreInitial: true, atomic: false, ignored: file => isNoise(root, file) })
  let burst = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const deliver = (): void => {
    timer = undefined
    const files = burst
    burst = new Set()
    if (files.size > 0) onChange(files)
  }
  const quiet = async (): Promise<void> => {
    const waited = burst
    const emptied = await anyEmptied(waited)
    if (burst.size !== waited.size) return
    if (emptied) timer = setTimeout(deliver, EMPTY_MS)
    else deliver()
  }
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || !matters(path)) return
    burst = new Set([...burst, path])
    clearTimeout(timer)
    timer = setTimeout(() => void quiet().catch(onError), QUIET_MS)
  })
  watcher.on('error', onError)
  await new Promise<void>(resolve => watcher.once('ready', () => resolve()))
  return {
    add: files => void watcher.add([...files]),
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

function isNoise(root: string, file: string): boolean {
  const inside = relative(root, file)
  return (
    /(^|[/\\])(node_modules|\.git|\.loopengine|__pycache__)([/\\]|$)/.test(inside) ||
    inside.endsWith('~') ||
    inside.includes(`${sep}.#`)
  )
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
