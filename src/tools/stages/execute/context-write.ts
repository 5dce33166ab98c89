import { readPath, stepsOf } from '../session-path.ts'
import type { SessionWriter } from '../session-writer.ts'

/** `context_access.write`: of the result what stands at the whole path, else under its last name; else nothing. */
export function writeContext(paths: readonly string[], result: unknown, writer: SessionWriter): void {
  for (const path of paths) {
    const value = readPath(result, path) ?? readPath(result, stepsOf(path).at(-1) ?? '')
    if (value !== undefined) writer.set(path, value)
  }
}
