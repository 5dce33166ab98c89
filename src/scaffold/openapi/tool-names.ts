import { isLoopengineError } from '../../core/errors.ts'
import { foldName, toolNames } from '../tool-name.ts'
import type { FoundOperation } from './operation.ts'

const LONGEST = 60

/**
 * The tool's name for an operation: its `operationId`, else its method and path, in snake_case; with the API's name before
 * it, then a number behind it, where that is taken. The name given is taken from then on.
 */
export function toolNameFor({ id, method, path }: FoundOperation, api: string, taken: Set<string>): string {
  const plain = words(
    id.startsWith(`${method} `) ? `${VERBS[method] ?? method} ${path.replace(/\{[^{}]*\}/g, ' ')}` : id,
  )
  const candidates = [plain, words(`${api} ${plain}`)]
  const free = candidates.find(name => isFree(name, taken)) ?? numbered(candidates[1] ?? plain, taken)
  taken.add(foldName(free))
  return free
}

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'replace', PATCH: 'update' }

function isFree(name: string, taken: ReadonlySet<string>): boolean {
  return !taken.has(foldName(name)) && isToolName(name)
}

function isToolName(name: string): boolean {
  try {
    return toolNames(name).tool === name
  } catch (error) {
    if (isLoopengineError(error)) return false
    throw error
  }
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  const base = isToolName(name) ? name : 'call_api'
  for (let number = 2; ; number++) if (isFree(`${base}_${number}`, taken)) return `${base}_${number}`
}

/** Words of letters and digits joined by `_`, cut between words. */
function words(text: string): string {
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  const parts = spaced.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const name = parts.join('_').replace(/^(?=\d)/, 'n')
  if (name.length <= LONGEST) return name
  const cut = name.slice(0, LONGEST)
  return cut.slice(0, Math.max(cut.lastIndexOf('_'), 20))
}
