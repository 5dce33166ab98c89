import { statSync } from 'node:fs'
import { join } from 'node:path'
import { projectReader, type ReadText } from '../../abl/index.ts'
import { diskReader, type ProjectReader } from '../../edit/change-set/change-plan.ts'

/** The files of a project, on disk or in a commit. Paths are relative to its root, with `/`. */
export interface SourceReader extends ProjectReader {
  root: string
  /** Whether there is a file of this path. */
  exists(path: string): boolean
  /** What declarations import. */
  readAbl: ReadText
}

export function diskSource(root: string): SourceReader {
  const exists = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
  return { ...diskReader(root), root, exists, readAbl: projectReader(root) }
}
