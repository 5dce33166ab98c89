import { readArguments } from './arguments.ts'
import { readBody } from './body.ts'
import { readSecurity } from './credentials.ts'
import { type OpenApiDocument, shortened } from './document.ts'
import { MissingReference } from './json-schema.ts'
import type { FoundOperation, ReadOperation } from './operation.ts'
import { readParameters } from './parameters.ts'
import { readServer } from './servers.ts'

/** An operation with all that a tool needs of it. Never throws: what stands in the way is in `unsupported`. */
export function readOperation(document: OpenApiDocument, found: FoundOperation): ReadOperation {
  const { data } = document
  const { server, losses: fixed } = readServer(document, [found.node, found.item])
  const security = readSecurity(data, found.node)
  const operation: ReadOperation = {
    ...found,
    description: descriptionOf(found),
    arguments: [],
    ...(server === undefined ? {} : { server }),
    credentials: security.credentials,
    unsupported: [...security.unsupported],
    losses: [...fixed, ...security.losses],
  }
  if (found.method === 'OPTIONS' || found.method === 'TRACE')
    operation.unsupported.push(`${found.method} is no method of a tool`)
  try {
    const parameters = readParameters(data, found)
    const body = readBody(data, found)
    operation.unsupported.push(...parameters.unsupported, ...body.unsupported)
    operation.losses.push(...parameters.losses, ...body.losses)
    operation.arguments = readArguments(found.method, parameters.found, body)
    if (body.body) operation.body = body.body
  } catch (error) {
    if (!(error instanceof MissingReference)) throw error
    operation.unsupported.push(error.message.replace(/\.$/, ''))
  }
  return operation
}

function descriptionOf({ node, summary, item, id }: FoundOperation): string {
  const description = shortened(node.description ?? item.description, 400)
  const isSame = description.startsWith(summary.replace(/[.…]$/, ''))
  const text = [isSame ? '' : summary.replace(/(?<![.!?…])$/, summary === '' ? '' : '.'), description]
    .filter(Boolean)
    .join(' ')
  return `${node.deprecated === true ? 'Deprecated. ' : ''}${text || id}`
}
