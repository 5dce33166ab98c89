import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { afterAll } from 'vitest'

export interface SeenRequest {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface TestServer {
  /** `http://127.0.0.1:PORT` */
  origin: string
  port: number
  /** Every request so far. */
  requests: SeenRequest[]
  /** Connections so far. */
  connections(): number
  close(): Promise<void>
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void

/** A server on loopback that is gone when the test file ends. */
export async function httpServer(answer: Answer, tls?: TlsOptions): Promise<TestServer> {
  const requests: SeenRequest[] = []
  const listener: Parameters<typeof createServer>[1] = (received, response) => {
    const chunks: Buffer[] = []
    received.on('data', (chunk: Buffer) => chunks.push(chunk))
    received.on('end', () => {
      const { method = '', url: path = '', headers } = received
      const request = { method, path, headers, body: Buffer.concat(chunks).toString() }
      requests.push(request)
      answer(request, response)
    })
  }
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener)
  let connections = 0
  server.on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  afterAll(close)
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    close,
  }
}
