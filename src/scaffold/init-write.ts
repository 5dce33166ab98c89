import { mkdir, open, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LoopengineError, messageOf, systemCode } from '../core/errors.ts'
import type { TextFile } from './init-template.ts'

/**
 * Creates the files below `root`, which is made when it is missing. A file that exists is never touched; when one can't
 * be written, everything created until then is removed again. Throws `write_failed` naming the file.
 */
export async function createFiles(root: string, files: readonly TextFile[]): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  for (const { path, text } of files) {
    try {
      await createFile(join(root, path), text, undo)
    } catch (error) {
      for (const step of undo.reverse()) await step()
      throw writeFailed(path, error)
    }
  }
}

async function createFile(file: string, text: string, undo: (() => Promise<void>)[]): Promise<void> {
  const folder = dirname(file)
  const made = await mkdir(folder, { recursive: true })
  if (made !== undefined) undo.push(() => removeFolders(folder, made))
  const handle = await open(file, 'wx')
  undo.push(() => rm(file))
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/** From the innermost folder up to the first one that was made; a folder that others have filled stays. */
async function removeFolders(innermost: string, first: string): Promise<void> {
  for (let folder = innermost; folder.length >= first.length; folder = dirname(folder)) {
    await rmdir(folder).catch(() => {})
  }
}

function writeFailed(path: string, error: unknown): LoopengineError {
  const exists = systemCode(error) === 'EEXIST'
  const hint = exists
    ? 'It appeared meanwhile. Try again.'
    : 'Nothing was left behind. Try again when the folder can be written.'
  return new LoopengineError('write_failed', `\`${path}\` could not be created: ${messageOf(error)}.`, {
    hint,
    cause: error,
  })
}
