import { resolve } from 'node:path'
import { type CheckedFile, checkAbl, type KnownNames, projectReader, type ToolSpec } from '../abl/index.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { AblText, AblTexts } from './abl-files.ts'

/** The declared tools of one agent, checked. */
export interface DeclaredTools {
  /** Without those that have errors. */
  specs: ToolSpec[]
  diagnostics: Diagnostic[]
  /** What was imported, there or not, absolute. */
  imported: string[]
}

/**
 * What an agent's files declare: the tools of `agent.abl` and of what it imports, and those of the other files in
 * `tools/`. A file that is imported is reached through that import only.
 */
export function declaredTools(
  root: string,
  { agent, tools }: AblTexts,
  { known, strict }: { known: KnownNames; strict: boolean },
): DeclaredTools {
  const read = projectReader(root)
  const check = ({ file, text }: AblText): CheckedFile => checkAbl(text, { file, known, read, strict })
  const own = agent ? check(agent) : undefined
  const imported = new Set(own?.importedFiles)
  const others = tools.filter(({ file }) => !imported.has(file)).map(check)
  const all = own ? [own, ...others] : others
  return {
    specs: all.flatMap(file => file.tools),
    diagnostics: all.flatMap(file => file.diagnostics),
    imported: [...imported].map(file => resolve(root, file)),
  }
}
