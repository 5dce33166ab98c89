import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface SeenRequest {
  method: string
  /** The path as it came, without the query. */
  path: string
  query: URLSearchParams
  /** The names of the query in order. */
  headers: IncomingHttpHeaders
  body: string
}

export interface EchoReply {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface EchoServer {
  url: string
  port: number
  requests: SeenRequest[]
  /** The last request; there must be one. */
  last(): SeenRequest
}

/** A server on loopback that notes what it gets and answers `{}`, or what `reply` says. Stops with the test file. */
export async function echoServer(
  reply: EchoReply | ((request: SeenRequest, count: number) => EchoReply | Promise<EchoReply>) = {},
): Promise<EchoServer> {
  const requests: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const [path = '', query] = (request.url ?? '').split('?')
    const seen = {
      method: request.method ?? '',
      path,
      query: new URLSearchParams(query),
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    requests.push(seen)
    const {
      status = 200,
      headers,
      body = '{}',
    } = typeof reply === 'function' ? await reply(seen, requests.length) : reply
    response.writeHead(status, headers ?? { 'content-type': 'application/json' })
    response.end(status === 204 ? undefined : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const last = (): SeenRequest => {
    const found = requests.at(-1)
    if (!found) throw new Error('Nothing was sent.')
    return found
  }
  return { url: `http://127.0.0.1:${port}`, port, requests, last }
}
