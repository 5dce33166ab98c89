import type { Dispatcher } from 'undici'
import { asNetworkFailure, networkFailure } from './failures.ts'
import { readBody } from './read-body.ts'
import { firstHop, type Hop, MOST_REDIRECTS, nextHop, redirectTarget } from './redirect.ts'
import type { ReceivedAnswer } from './response.ts'

export interface Sending {
  dispatcher: Dispatcher
  /** @throws ToolFailure for a URL that may not be asked */
  check(url: string): URL
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal?: AbortSignal
  maxBytes: number
  follow: boolean
  secrets: readonly string[]
}

type Reply = Dispatcher.ResponseData

/** Sends a request and follows where it is sent on to; every address on the way is checked before it is asked. */
export async function send(target: string, sending: Sending): Promise<ReceivedAnswer> {
  let hop = firstHop(sending.check(target), sending)
  for (let redirects = 0; ; redirects++) {
    const reply = await ask(hop, sending)
    const location = sending.follow
      ? redirectTarget(reply.statusCode, textOf(reply.headers.location), hop.url)
      : undefined
    if (location === undefined) return receive(hop, reply, sending)
    await forget(reply)
    if (redirects === MOST_REDIRECTS)
      throw networkFailure(`${hop.url.host} redirects more than ${MOST_REDIRECTS} times.`)
    hop = nextHop(hop, sending.check(location), { status: reply.statusCode, secrets: sending.secrets })
  }
}

async function ask({ url, method, headers, body }: Hop, { dispatcher, signal }: Sending): Promise<Reply> {
  try {
    const path = url.pathname + url.search
    return await dispatcher.request({ origin: url.origin, path, method: method as 'GET', headers, body, signal })
  } catch (error) {
    throw asNetworkFailure(error, url, signal)
  }
}

async function receive({ url }: Hop, reply: Reply, { maxBytes, signal }: Sending): Promise<ReceivedAnswer> {
  const { statusCode: status, headers, body } = reply
  const announced = textOf(headers['content-length'])
  const encoding = textOf(headers['content-encoding'])
  try {
    return { status, headers, url, bytes: await readBody(body, { url, maxBytes, announced, encoding }) }
  } catch (error) {
    throw asNetworkFailure(error, url, signal)
  }
}

/** Reads a short body away, so that the connection can be used again. */
async function forget({ body }: Reply): Promise<void> {
  body.on('error', () => {})
  await body.dump({ limit: 65_536 }).catch(() => {})
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
