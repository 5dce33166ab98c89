import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { LoopengineError, messageOf, systemCode } from '../../core/errors.ts'
import { isToolFailure } from '../../core/tool-failure.ts'
import { createGuardedFetch } from '../../net/guarded-fetch.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { bundleReferences } from './bundle-references.ts'
import type { OpenApiDocument } from './document.ts'
import { readDocument } from './read-document.ts'

const MOST_BYTES = 32 * 1024 * 1024

/**
 * The document at a path (from the folder `from`) or a URL. A URL is asked for like a tool's request: nothing private.
 * @throws LoopengineError `openapi_unreadable`, `ssrf_blocked`, and as `readDocument`
 */
export async function loadDocument(
  source: string,
  { root, from }: { root: string; from: string },
): Promise<OpenApiDocument> {
  if (/^https?:\/\//i.test(source)) return readDocument(await download(source, root), { source, url: source })
  const file = resolve(from, source)
  const document = await readDocument(await readWhole(file, source), { source })
  return { ...document, data: await bundleReferences(file, document.data, root) }
}

async function readWhole(file: string, source: string): Promise<string> {
  try {
    if ((await stat(file)).size > MOST_BYTES) throw unreadable(source, `it has more than ${MOST_BYTES} bytes`)
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof LoopengineError) throw error
    throw unreadable(source, systemCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error))
  }
}

async function download(url: string, root: string): Promise<string> {
  const { settings } = await readSettings(root)
  const fetchGuarded = createGuardedFetch({ allowHosts: settings.tools.allow_hosts })
  const headers = { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' }
  try {
    const answer = await fetchGuarded(url, { headers, maxBytes: MOST_BYTES, signal: AbortSignal.timeout(60_000) })
    if (answer.status !== 200) throw unreadable(url, `the server answered ${answer.status}`)
    return await answer.text()
  } catch (error) {
    if (error instanceof LoopengineError) throw error
    if (isToolFailure(error) && error.code === 'ssrf_blocked') throw blocked(url, error.message)
    throw unreadable(url, messageOf(error))
  }
}

function blocked(url: string, message: string): LoopengineError {
  const hint = `To reach it all the same, add to loopengine.config.yml: tools: { allow_hosts: ["${new URL(url).host}"] }`
  return new LoopengineError('ssrf_blocked', message.split('\n')[0] ?? message, { hint })
}

function unreadable(source: string, why: string): LoopengineError {
  return new LoopengineError('openapi_unreadable', `${source} cannot be read: ${why}.`, {
    exitCode: 2,
    hint: 'Give the path or the URL of an OpenAPI document.',
  })
}
