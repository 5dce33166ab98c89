import { statSync } from 'node:fs'
import { join } from 'node:path'
import { diskReader, type ProjectReader } from '../../edit/change-set/change-plan.ts'

/** The files of a project, on disk or in a commit. Paths are relative to its root, with `/`. */
export interface SourceReader extends ProjectReader {
  root: string
  /** Whether there is a file of this path. */
  exists(path: string): boolean
}

export function diskSource(root: string): SourceReader {
  const exists = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
  return { ...diskReader(root), root, exists }
}
