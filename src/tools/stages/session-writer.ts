import type { ToolContext } from '../../core/tool.ts'
import type { Authority } from './authority.ts'
import { asJson, clearPath, writePath } from './session-path.ts'

/** Writes of one tool to the session. What another tool provides is refused and traced, never thrown. */
export interface SessionWriter {
  set(path: string, value: unknown): void
  clear(path: string): void
}

export interface WritingTool {
  name: string
  authority: Authority
}

export function sessionWriter({ name, authority }: WritingTool, context: ToolContext, stage: string): SessionWriter {
  const note = (message: string): void => context.emit({ type: 'trace', stage, message })
  const mayWrite = (path: string): boolean => {
    const owners = authority.ownersOf(path)
    if (!owners || owners.includes(name)) return true
    note(`\`session.${path}\` was not written: only ${owners.join(', ')} may (provides).`)
    return false
  }
  return {
    set(path, value) {
      if (!mayWrite(path)) return
      const json = asJson(value)
      if (json === undefined) note(`\`session.${path}\` was not written: the value is not JSON.`)
      else {
        writePath(context.variables, path, json)
        note(`\`session.${path}\` was set.`)
      }
    },
    clear(path) {
      if (!mayWrite(path)) return
      clearPath(context.variables, path)
      note(`\`session.${path}\` was cleared.`)
    },
  }
}
