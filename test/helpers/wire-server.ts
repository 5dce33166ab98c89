import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll } from 'vitest'

export interface WireRequest {
  url: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of four protocols
  body: any
}

/** What the server does with one request. */
export type WireReply =
  | { stream: string; cut?: 'every byte' }
  | { status: number; body?: unknown; text?: string; headers?: Record<string, string> }
  /** Sends this much, then drops the connection, sends nothing more, or ends as if all were said. */
  | { stream: string; ending: 'drop' | 'stall' | 'end' }
  | { hang: true }

export interface WireServer {
  url: string
  requests: WireRequest[]
  /** The connections that were opened. */
  connections(): number
}

/** A model provider on loopback that plays the replies in order; the last one is repeated. Stops with the test file. */
export async function wireServer(...replies: WireReply[]): Promise<WireServer> {
  const requests: WireRequest[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const reply = async () => {
      const text = await textOf(request)
      const next = replies[Math.min(requests.length, replies.length - 1)] ?? { hang: true }
      requests.push({
        url: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      })
      await send(response, next)
    }
    reply().catch(() => response.destroy())
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, connections: () => connections }
}

/** An address on loopback where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}

async function send(response: ServerResponse, reply: WireReply): Promise<void> {
  if ('hang' in reply) return
  if ('status' in reply) {
    const body = reply.text ?? JSON.stringify(reply.body ?? {})
    const type = reply.text === undefined ? 'application/json' : 'text/html'
    response.writeHead(reply.status, { 'content-type': type, ...reply.headers })
    response.end(body)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if ('cut' in reply) return sendByteByByte(response, Buffer.from(reply.stream))
  response.write(reply.stream)
  if (!('ending' in reply) || reply.ending === 'end') response.end()
  else if (reply.ending === 'drop') setTimeout(() => response.destroy(), 20)
}

async function sendByteByByte(response: ServerResponse, bytes: Buffer): Promise<void> {
  response.socket?.setNoDelay(true)
  for (const byte of bytes) {
    response.write(Buffer.of(byte))
    await setImmediate()
  }
  response.end()
}
