import { readFile, realpath } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { LoopengineError, messageOf } from '../../core/errors.ts'
import { isRecord, type JsonRecord } from '../../core/json.ts'
import { NOT_FOLLOWED, pointed } from './document.ts'
import { parseText } from './read-document.ts'

/**
 * A document whose references into other files are brought into it. Files below its folder or the project are read, no
 * other file and no URL: such a reference leads nowhere, and what needs it is reported when it is read.
 */
export async function bundleReferences(file: string, data: JsonRecord, root: string): Promise<JsonRecord> {
  if (!refersElsewhere(data)) return data
  const { bundle } = await import('@readme/openapi-parser')
  const folders = await Promise.all([dirname(resolve(file)), root].map(folder => realpath(folder)))
  const reader = {
    order: 1,
    canRead: true,
    read: async ({ url }: { url: string }) => JSON.stringify(await readPart(decodeURIComponent(url), folders)),
  }
  // The types of the library know its resolvers only as switches.
  const options = { resolve: { http: false, file: reader } } as unknown as Parameters<typeof bundle>[1]
  try {
    return structuredClone((await bundle(resolve(file), options)) as unknown as JsonRecord)
  } catch (error) {
    const hint = 'Mend the `$ref`, or bundle the document into one file first.'
    throw new LoopengineError('openapi_reference', `A reference of ${file} leads nowhere: ${messageOf(error)}`, {
      hint,
      file,
    })
  }
}

async function readPart(path: string, folders: readonly string[]): Promise<JsonRecord> {
  const real = await realpath(path)
  const data = await parseText(await readFile(real, 'utf8'), path)
  const follows = (reference: string) =>
    reference.startsWith('#') ? pointed(data, reference) !== undefined : isFollowed(reference, dirname(real), folders)
  return masked(data, follows) as JsonRecord
}

/** A copy in which references that are not followed are put aside. */
function masked(value: unknown, follows: (reference: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map(item => masked(item, follows))
  if (!isRecord(value)) return value
  const { $ref: reference } = value
  if (typeof reference === 'string' && !follows(reference)) return { [NOT_FOLLOWED]: reference }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, follows)]))
}

function isFollowed(reference: string, folder: string, folders: readonly string[]): boolean {
  if (/^[a-z][a-z0-9+.-]+:|^\/\//i.test(reference)) return false
  const target = resolve(folder, reference.split('#')[0] ?? '')
  return folders.some(allowed => !relative(allowed, target).startsWith('..'))
}

function refersElsewhere(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(refersElsewhere)
  if (!isRecord(node)) return false
  if (typeof node.$ref === 'string' && !node.$ref.startsWith('#')) return true
  return Object.values(node).some(refersElsewhere)
}
