import { LoopengineError } from '../core/errors.ts'

export interface PackedFile {
  bytes: Uint8Array
  executable: boolean
}

/** The files of an ability by their paths in it, with `/`. Every path that it gives out was checked. */
export interface PackedFiles {
  read(path: string): Promise<PackedFile | undefined>
  /** The paths of all files below a folder, sorted; none when it is missing. */
  below(folder: string): Promise<string[]>
}

/** How much an ability may be: more is refused, whatever it is. */
export const MOST_ENTRIES = 2_000
export const MOST_BYTES = 20 * 1024 * 1024

/** The whole package is refused; nothing of it was written. */
export function refusedPackage(shown: string, reason: string): LoopengineError {
  return new LoopengineError('ability_refused', `\`${shown}\` is refused: ${reason}.`, {
    hint: 'Nothing of it was written. Tell its author, or do not use it.',
    exitCode: 1,
  })
}

export function packedFiles(files: ReadonlyMap<string, PackedFile>): PackedFiles {
  return {
    read: async path => files.get(path),
    below: async folder => [...files.keys()].filter(path => path.startsWith(`${folder}/`)).sort(),
  }
}
