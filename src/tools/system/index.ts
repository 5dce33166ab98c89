import type { ToolSource } from '../merge-tools.ts'
import { askUserTool } from './ask-user.ts'
import { readFileTool } from './read-file.ts'

/** The tools that every agent has (loopengine tools page, "Types of tools": system tools). `root`: the project, absolute. */
export function systemTools(root: string): ToolSource[] {
  return [readFileTool(root), askUserTool].map(definition => ({ definition, kind: 'system', file: 'loopengine' }))
}
