import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { messageOf, systemCode } from '../core/errors.ts'
import { shownPath } from './shown-path.ts'

/** The name of the file that declares an agent in the tool language. */
export const AGENT_ABL = 'agent.abl'

export interface AblText {
  /** Relative to the project, with `/`. */
  file: string
  text: string
}

/** The declarations that lie in an agent's folder, not parsed yet. */
export interface AblTexts {
  agent?: AblText
  /** `tools/*.tools.abl`, sorted. */
  tools: AblText[]
  diagnostics: Diagnostic[]
}

/** Reads `agent.abl` and `tools/*.tools.abl` of an agent; undefined when it has neither. */
export async function readAblTexts(root: string, directory: string): Promise<AblTexts | undefined> {
  const agent = existsSync(join(directory, AGENT_ABL)) ? [AGENT_ABL] : []
  const entries = await readdir(join(directory, 'tools')).catch((): string[] => [])
  const tools = entries.filter(name => name.endsWith('.tools.abl')).map(name => posix.join('tools', name))
  if (agent.length + tools.length === 0) return undefined
  const texts: AblTexts = { tools: [], diagnostics: [] }
  for (const name of [...agent, ...tools.toSorted()]) {
    const path = join(directory, name)
    const file = shownPath(root, path)
    try {
      const read = { file, text: await readFile(path, 'utf8') }
      if (name === AGENT_ABL) texts.agent = read
      else texts.tools.push(read)
    } catch (error) {
      const message = `The declarations can't be read: ${systemCode(error) ?? messageOf(error)}.`
      texts.diagnostics.push({ code: 'ABL_UNREADABLE', severity: 'error', file, message })
    }
  }
  return texts
}
