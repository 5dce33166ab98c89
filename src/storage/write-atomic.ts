import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCode } from '../core/errors.ts'
import { fileError } from './file-error.ts'

export interface WriteOptions {
  /** Permission bits. @default those of the file that is replaced, else 0o666 less the umask */
  mode?: number
}

/**
 * Replaces a file whole: temporary file in the same folder, fsync, rename. A link is followed to the file it names. On any
 * error the old bytes stay, the temporary file goes, and the `LoopengineError` names the file.
 */
export async function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const mode = options.mode ?? (await modeOf(target))
    await writeNew(temporary, content, mode)
    await renameWithRetry(temporary, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw fileError(error, 'write', path)
  }
}

/** The bytes of a file; undefined when there is no such file. */
export async function readBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined
    throw fileError(error, 'read', path)
  }
}

/** Makes the names in a folder outlast a power cut; nothing on win32, where folders cannot be synced. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const RENAME_DELAYS_MS = [10, 20, 40, 80, 160, 320]

/** Renames over an existing file; virus scanners and editors hold files for moments, so EPERM and EBUSY are tried again. */
export async function renameWithRetry(from: string, to: string): Promise<void> {
  for (const delay of RENAME_DELAYS_MS) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (!['EPERM', 'EBUSY'].includes(systemCode(error) ?? '')) throw error
      await sleep(delay)
    }
  }
  return rename(from, to)
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777
  } catch {
    return undefined
  }
}

/** Writes a file that must not exist yet, down to the disk; permission bits less the umask when `mode` is undefined. */
export async function writeNew(path: string, content: string | Uint8Array, mode: number | undefined): Promise<void> {
  const handle = await open(path, 'wx', mode ?? 0o666)
  try {
    await writeAll(handle, typeof content === 'string' ? Buffer.from(content) : content)
    if (mode !== undefined) await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset, offset)
    offset += bytesWritten
  }
}
