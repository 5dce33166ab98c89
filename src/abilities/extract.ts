// Reads a tarball into memory and judges every entry. Nothing is written: one bad entry refuses the whole package.

import { gunzipSync } from 'node:zlib'
import type { ReadEntry } from 'tar'
import { messageOf, systemCode } from '../core/errors.ts'
import { pathProblem, SeenPaths } from './entry-path.ts'
import {
  MOST_BYTES,
  MOST_ENTRIES,
  type PackedFile,
  type PackedFiles,
  packedFiles,
  refusedPackage,
} from './packed-files.ts'

/** Content, and what headers, padding and extended headers of so many entries take. */
const MOST_ARCHIVE_BYTES = MOST_BYTES + MOST_ENTRIES * 4 * 512

/**
 * The files of a tarball, without its first folder (`package/`). @throws LoopengineError `ability_refused` for an archive
 * that is damaged, too large, or holds anything but plain files and folders with names inside it
 */
export async function extractPackage(tarball: Uint8Array, shown: string): Promise<PackedFiles> {
  const archive = unzipped(tarball, shown)
  const { Parser } = await import('tar')
  const reading = new ArchiveReading()
  const parser = new Parser({ strict: true, onReadEntry: entry => reading.take(entry) })
  parser.on('ignoredEntry', entry => reading.take(entry))
  parser.on('meta', (records: string) => reading.takeHeader(records))
  await new Promise<void>((settle, fail) => {
    parser.on('end', settle).on('error', fail)
    parser.end(Buffer.from(archive))
  }).catch((error: unknown) => reading.refuse(`the archive is damaged (${messageOf(error).split('\n')[0]})`))
  if (!endsWhole(archive)) reading.refuse('the archive is damaged (its end is missing)')
  if (reading.files.size === 0) reading.refuse('it holds no files')
  if (reading.problem !== undefined) throw refusedPackage(shown, reading.problem)
  return packedFiles(reading.files)
}

function unzipped(tarball: Uint8Array, shown: string): Uint8Array {
  if (tarball[0] !== 0x1f || tarball[1] !== 0x8b) return tarball
  try {
    return gunzipSync(tarball, { maxOutputLength: MOST_ARCHIVE_BYTES })
  } catch (error) {
    const isLarge = systemCode(error) === 'ERR_BUFFER_TOO_LARGE'
    throw refusedPackage(shown, isLarge ? TOO_LARGE : `the archive is damaged (${messageOf(error)})`)
  }
}

/** The end of an archive is written as empty blocks: without them something may be missing. */
function endsWhole(archive: Uint8Array): boolean {
  return archive.length % 512 === 0 && archive.subarray(-512).every(byte => byte === 0)
}

const TOO_LARGE = `it holds more than ${MOST_BYTES / 1024 / 1024} MB`

class ArchiveReading {
  readonly files = new Map<string, PackedFile>()
  /** The first one; later entries are not looked at. */
  problem: string | undefined
  readonly #seen = new SeenPaths()
  #folder: string | undefined
  #entries = 0
  #bytes = 0

  refuse(problem: string): void {
    this.problem ??= problem
  }

  /** An extended header: names in it are cut at a zero byte, which would hide what follows. */
  takeHeader(records: string): void {
    if (/\0(?!\0*$)/.test(records)) this.refuse('a name in it holds control or invisible characters')
  }

  take(entry: ReadEntry): void {
    const path = this.problem === undefined ? this.#judge(entry) : undefined
    const chunks: Buffer[] = []
    entry.on('data', chunk => void chunks.push(chunk))
    entry.on('end', () => {
      if (path === undefined || entry.type === 'Directory') return
      this.files.set(path, { bytes: Buffer.concat(chunks), executable: ((entry.mode ?? 0) & 0o100) !== 0 })
    })
    entry.resume()
  }

  /** The path below the first folder; undefined for that folder itself, or when the entry is refused. */
  #judge(entry: ReadEntry): string | undefined {
    this.#entries++
    this.#bytes += entry.size
    const path = entry.path.replace(/(?<=.)\/$/, '')
    const below = path === '.' ? '' : path.replace(/^\.\//, '')
    const problem = this.#countProblem() ?? kindProblem(entry, path) ?? (below === '' ? undefined : pathProblem(below))
    if (problem !== undefined) return void this.refuse(problem)
    return this.#place(path, entry)
  }

  #countProblem(): string | undefined {
    if (this.#entries > MOST_ENTRIES) return `it has more than ${MOST_ENTRIES} entries`
    return this.#bytes > MOST_BYTES ? TOO_LARGE : undefined
  }

  #place(path: string, { type }: ReadEntry): string | undefined {
    const [folder = '', ...names] = path.split('/')
    this.#folder ??= folder
    if (folder !== this.#folder)
      return void this.refuse(`its files lie in more than one folder (\`${this.#folder}\`, \`${folder}\`)`)
    const problem = this.#seen.add(path, type === 'Directory' ? 'folder' : 'file')
    if (problem !== undefined) return void this.refuse(problem)
    if (names.length === 0 && type !== 'Directory') return void this.refuse(`\`${path}\` lies outside its folder`)
    return names.length === 0 ? undefined : names.join('/')
  }
}

function kindProblem({ type, mode = 0 }: ReadEntry, path: string): string | undefined {
  const shown = JSON.stringify(path)
  if (!['File', 'OldFile', 'Directory'].includes(type)) return `${shown} is no plain file or folder (${type})`
  return (mode & 0o7000) === 0 ? undefined : `${shown} has a set-user-id, set-group-id or sticky bit`
}
