import { distance } from 'fastest-levenshtein'
import { LoopengineError, usageError } from '../../core/errors.ts'
import { isRecord } from '../../core/json.ts'
import { type OpenApiDocument, recordsIn, resolved, shortened } from './document.ts'
import type { FoundOperation } from './operation.ts'

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace']

/** Every operation, in the order of the document. @throws LoopengineError `openapi_empty` */
export function operationsOf({ data, source }: OpenApiDocument): FoundOperation[] {
  const paths = Object.entries(isRecord(data.paths) ? data.paths : {})
  const found = paths.flatMap(([path, written]) => {
    const item = resolved(data, written) ?? {}
    const nodes = recordsIn(item).filter(([method]) => METHODS.includes(method))
    return nodes.map(([method, node]): FoundOperation => {
      const word = method.toUpperCase()
      const id =
        typeof node.operationId === 'string' && node.operationId.trim() !== '' ? node.operationId : `${word} ${path}`
      const summary = shortened(node.summary ?? node.description ?? item.summary, 120)
      return { id, method: word, path, summary, item, node }
    })
  })
  if (found.length > 0) return found
  const hint = 'Tools are made of its `paths`; webhooks and components alone give none.'
  throw new LoopengineError('openapi_empty', `${source} has no operations.`, { hint, file: source })
}

/** The operations of these ids, or of `GET /path`. @throws LoopengineError `unknown_operation` (2) with the nearest */
export function chosenOperations(all: readonly FoundOperation[], ids: readonly string[]): FoundOperation[] {
  const chosen = ids.map(id => {
    const found =
      all.find(operation => operation.id === id) ?? all.find(({ method, path }) => `${method} ${path}` === spelled(id))
    if (found) return found
    const near = nearestIds(
      id,
      all.map(operation => operation.id),
    )
    const hint = `The nearest: ${near.join(', ')}. \`--list\` shows them all.`
    throw usageError('unknown_operation', `The document has no operation \`${id}\`.`, hint)
  })
  return [...new Set(chosen)]
}

function spelled(id: string): string {
  return id
    .trim()
    .replace(/^[a-z]+/i, word => word.toUpperCase())
    .replace(/\s+/, ' ')
}

function nearestIds(id: string, ids: readonly string[]): string[] {
  const far = (other: string) =>
    distance(id.toLowerCase(), other.toLowerCase()) - (other.toLowerCase().includes(id.toLowerCase()) ? 100 : 0)
  return [...ids].sort((a, b) => far(a) - far(b)).slice(0, 3)
}
