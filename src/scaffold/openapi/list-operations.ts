import type { OpenApiDocument } from './document.ts'
import { operationsOf } from './operations.ts'
import { readOperation } from './read-operation.ts'
import { noSettings } from './setting-names.ts'
import { ablToolOf } from './to-abl.ts'
import { httpToolOf } from './to-http-tool.ts'
import { toolNameFor } from './tool-names.ts'

/** An operation as `--list` tells of it. */
export interface ListedOperation {
  id: string
  method: string
  path: string
  summary: string
  /** The name its tool would have in an agent without tools. */
  tool: string
  /** It only reads. */
  safe: boolean
  /** Why it can't be imported; empty when it can. */
  unsupported: string[]
  /** What its tool leaves out. */
  losses: string[]
}

/** What tools of a kind can be made of a document. @throws LoopengineError `openapi_empty` */
export function listOperations(
  document: OpenApiDocument,
  { kind, baseUrl }: { kind: 'abl' | 'http'; baseUrl?: string | undefined },
): ListedOperation[] {
  const taken = new Set<string>()
  return operationsOf(document).map(found => {
    const operation = readOperation(document, found)
    const name = toolNameFor(found, document.title, taken)
    const target = { name, api: document.title, server: baseUrl ?? operation.server, needed: noSettings() }
    const made =
      kind === 'abl' ? ablToolOf(operation, { ...target, base: target.server }) : httpToolOf(operation, target)
    const { id, method, path, summary } = found
    return {
      id,
      method,
      path,
      summary,
      tool: name,
      safe: method === 'GET' || method === 'HEAD',
      unsupported: made.kind === 'tool' ? [] : made.reasons,
      losses: made.kind === 'tool' ? made.losses : [],
    }
  })
}
