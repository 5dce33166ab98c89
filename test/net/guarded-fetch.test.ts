import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '../../src/net/guarded-fetch.ts'
import { type Certificates, makeCertificates } from '../helpers/certificates.ts'
import { type Answer, httpServer, type TestServer } from '../helpers/http-server.ts'

const local = async () => [{ address: '127.0.0.1', family: 4 as const }]

/** Allowed to ask the server by address, and by these names. */
const guardFor = ({ port }: TestServer, ...names: string[]) =>
  createGuardedFetch({ allowHosts: ['127.0.0.1', ...names].map(host => `${host}:${port}`), lookup: local })

const saying =
  (text: string): Answer =>
  (_request, response) =>
    response.end(text)

describe('guardedFetch and private addresses', () => {
  let connections = 0
  const canary = createServer(socket => {
    connections++
    socket.destroy()
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>(resolve => canary.listen(0, '0.0.0.0', resolve))
    const address = canary.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(() => void canary.close())

  it('refuses the 993 collected payloads without a lookup and without a connection', async () => {
    let lookups = 0
    const lookup = async () => {
      lookups++
      return [{ address: '127.0.0.1', family: 4 as const }]
    }
    const guarded = createGuardedFetch({ lookup })
    const lines = readFileSync(join(import.meta.dirname, '../fixtures/ssrf/expected.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const urls = lines.map(line => JSON.parse(line)).flatMap(({ u, e }) => (e === 'deny-private' ? [u as string] : []))
    const codes: unknown[] = []
    for (const url of urls) {
      for (const target of [url, url.replaceAll(':80', `:${port}`)]) {
        codes.push(await guarded(target).then(String, error => error.code))
      }
    }
    expect(codes).toHaveLength(2 * 993)
    expect(new Set(codes)).toEqual(new Set(['ssrf_blocked']))
    expect([lookups, connections]).toEqual([0, 0])
  })

  it('refuses a name that resolves to this machine, without a connection', async () => {
    const guarded = createGuardedFetch({ lookup: local })
    await expect(guarded(`http://rebind.example.com:${port}/`)).rejects.toMatchObject({ code: 'ssrf_blocked' })
    expect(connections).toBe(0)
  })

  it('looks a name up once for a connection, and connects to that answer', async () => {
    const server = await httpServer(saying('reached'))
    const answers = ['127.0.0.1', '192.0.2.1']
    let lookups = 0
    const lookup = async () => [{ address: answers[lookups++] ?? '', family: 4 as const }]
    const guarded = createGuardedFetch({ allowHosts: ['turning.example.com'], lookup })
    const answer = await guarded(`http://turning.example.com:${server.port}/`)
    expect(await answer.text()).toBe('reached')
    expect(lookups).toBe(1)
  })

  it('asks a list that is given as a function at every request', async () => {
    const server = await httpServer(saying('x'))
    let allowed: string[] = []
    const guarded = createGuardedFetch({ allowHosts: () => allowed })
    await expect(guarded(server.origin)).rejects.toMatchObject({ code: 'ssrf_blocked' })
    allowed = ['127.0.0.1']
    expect((await guarded(server.origin)).status).toBe(200)
    allowed = []
    await expect(guarded(server.origin)).rejects.toMatchObject({ code: 'ssrf_blocked' })
  })
})

describe('guardedFetch', () => {
  it('sends method, headers and body, and reads the answer', async () => {
    const server = await httpServer((request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
      response.end(JSON.stringify({ got: request.body }))
    })
    const answer = await guardFor(server)(`${server.origin}/a%2Fb?q=1#part`, {
      method: 'post',
      headers: { 'Content-Type': 'text/plain', 'X-One': '1' },
      body: 'hello',
    })
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/a%2Fb?q=1',
      body: 'hello',
      headers: { 'content-type': 'text/plain', 'x-one': '1', 'user-agent': expect.stringMatching(/^loopengine\/\d/) },
    })
    expect(answer).toMatchObject({ status: 201, ok: true, url: `${server.origin}/a%2Fb?q=1#part` })
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await answer.json()).toEqual({ got: 'hello' })
    expect(await answer.text()).toBe('{"got":"hello"}')
  })

  it('gives any status as an answer', async () => {
    const server = await httpServer((_request, response) => void response.writeHead(503).end('down'))
    const answer = await guardFor(server)(server.origin)
    expect([answer.status, answer.ok, await answer.text()]).toEqual([503, false, 'down'])
  })

  it('uses connections again', async () => {
    const server = await httpServer(saying('x'))
    const guarded = guardFor(server)
    for (let count = 0; count < 20; count++) await guarded(server.origin)
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  it('reads the text by its charset, and UTF-8 in a header as bytes', async () => {
    const server = await httpServer((_request, response) => {
      response.setHeader('content-type', 'text/plain; charset=iso-8859-1')
      response.setHeader('x-name', Buffer.from('é').toString('latin1'))
      response.end(Buffer.from('é', 'latin1'))
    })
    const answer = await guardFor(server)(server.origin)
    expect(await answer.text()).toBe('é')
    expect(Buffer.from(answer.headers.get('x-name') ?? '', 'latin1').toString()).toBe('é')
  })

  it('says of an answer that is no JSON that it is none', async () => {
    const server = await httpServer(saying('<html>'))
    const answer = await guardFor(server)(server.origin)
    await expect(answer.json()).rejects.toMatchObject({ code: 'invalid_response' })
  })

  it('says that nothing listens, and that another attempt may help', async () => {
    const server = await httpServer(saying('x'))
    await server.close()
    const asked = guardFor(server)(`${server.origin}/?secret=canary`)
    await expect(asked).rejects.toMatchObject({ code: 'network_error', retryable: true })
    await expect(asked).rejects.toThrow(
      /^127\.0\.0\.1:\d+ could not be reached: nothing listens there \(ECONNREFUSED\)\.$/,
    )
  })

  it('says that there is no such name', async () => {
    const missing = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
    const asked = createGuardedFetch({ lookup: missing })('https://missing.example.com/')
    await expect(asked).rejects.toThrow('missing.example.com could not be reached: there is no such name (ENOTFOUND).')
  })

  it('says that the connection was cut', async () => {
    const server = await httpServer((_request, response) => void response.socket?.destroy())
    await expect(guardFor(server)(server.origin)).rejects.toMatchObject({ code: 'network_error', retryable: true })
  })

  it('says that the answer was cut half way', async () => {
    const server = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setTimeout(() => response.socket?.destroy(), 20)
    })
    await expect(guardFor(server)(server.origin)).rejects.toMatchObject({ code: 'network_error', retryable: true })
  })
})

describe('guardedFetch and its signal', () => {
  const reason = new Error('enough')

  it('ends with the reason before it is sent', async () => {
    const server = await httpServer(saying('x'))
    await expect(guardFor(server)(server.origin, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.requests).toEqual([])
  })

  it.each(['before the answer', 'inside the answer'])('ends with the reason %s', async when => {
    const stopping = new AbortController()
    const server = await httpServer((_request, response) => {
      if (when === 'inside the answer') response.write('half')
      setTimeout(() => stopping.abort(reason), 20)
    })
    await expect(guardFor(server)(server.origin, { signal: stopping.signal })).rejects.toBe(reason)
  })
})

describe('guardedFetch and the size of answers', () => {
  const limit = { maxBytes: 1_000 }
  const tooLarge = { code: 'response_too_large', message: expect.stringMatching(/more than 1000 bytes/) }

  it('reads exactly as much as is allowed', async () => {
    const server = await httpServer(saying('x'.repeat(1_000)))
    expect(await (await guardFor(server)(server.origin, limit)).bytes()).toHaveLength(1_000)
  })

  it('reads nothing of an answer that announces too much', async () => {
    const server = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-length': '1001' })
      response.write('x')
    })
    await expect(guardFor(server)(server.origin, limit)).rejects.toMatchObject(tooLarge)
  })

  it('stops an answer that goes on and on', async () => {
    let closed = false
    const server = await httpServer((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(600)), 1)
      response.on('close', () => {
        clearInterval(timer)
        closed = true
      })
    })
    await expect(guardFor(server)(server.origin, limit)).rejects.toMatchObject(tooLarge)
    await expect.poll(() => closed).toBe(true)
  })

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
  ] as const)('unpacks %s, up to the limit', async (encoding, pack) => {
    const server = await httpServer(({ path }, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(pack(Buffer.alloc(Number(path.slice(1)), 'x')))
    })
    const guarded = guardFor(server)
    expect(await (await guarded(`${server.origin}/1000`, limit)).text()).toBe('x'.repeat(1_000))
    await expect(guarded(`${server.origin}/1000000`, limit)).rejects.toMatchObject(tooLarge)
  })

  it.each(['gzip', 'zstd', 'gzip, gzip, gzip, gzip', 'constructor'])('refuses a body that is no %s', async encoding => {
    const server = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end('not packed')
    })
    await expect(guardFor(server)(server.origin)).rejects.toMatchObject({ code: 'network_error', retryable: false })
  })

  it('takes an empty body as it is, whatever its encoding', async () => {
    const server = await httpServer(
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(),
    )
    expect(await (await guardFor(server)(server.origin)).text()).toBe('')
  })
})

describe('guardedFetch and redirects', () => {
  const to =
    (location: string, status = 302): Answer =>
    (_request, response) =>
      void response.writeHead(status, { location }).end('moved')

  it('follows them and says where it ended', async () => {
    const server = await httpServer((request, response) => {
      if (request.path === '/end') response.end('there')
      else response.writeHead(302, { location: request.path === '/a' ? 'b' : '/end' }).end()
    })
    const answer = await guardFor(server)(`${server.origin}/a`)
    expect([answer.url, await answer.text()]).toEqual([`${server.origin}/end`, 'there'])
  })

  it('gives them as they are when told to', async () => {
    const server = await httpServer(to('/x'))
    const answer = await guardFor(server)(server.origin, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/x'])
  })

  it('follows five and no more', async () => {
    const server = await httpServer(({ path }, response) => {
      const left = Number(path.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const guarded = guardFor(server)
    expect(await (await guarded(`${server.origin}/5`)).text()).toBe('there')
    await expect(guarded(`${server.origin}/6`)).rejects.toThrow('redirects more than 5 times')
  })

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/',
    'http://localhost/',
    '//10.0.0.1/',
    'http://0x7f.1:1/',
    'http://reports.internal/',
  ])('refuses to be sent to %s', async location => {
    const server = await httpServer(to(location))
    await expect(guardFor(server)(server.origin)).rejects.toMatchObject({ code: 'ssrf_blocked' })
  })

  it('refuses to be sent to a name that is private', async () => {
    const server = await httpServer(to('http://rebind.example.com/'))
    await expect(guardFor(server)(server.origin)).rejects.toMatchObject({ code: 'ssrf_blocked' })
  })

  it.each(['file:///etc/passwd', 'http://me:word@other.example.com/', 'http://a b/'])(
    'refuses to be sent to %s',
    async location => {
      const server = await httpServer(to(location))
      await expect(guardFor(server)(server.origin)).rejects.toMatchObject({ code: 'invalid_url' })
    },
  )

  it('leaves secrets behind on the way to another origin, and only then', async () => {
    const server = await httpServer(({ path, headers }, response) => {
      const location = path === '/same' ? '/end' : `http://other.example.com:${server.port}/end`
      if (path === '/end') response.end(JSON.stringify(headers))
      else response.writeHead(307, { location }).end()
    })
    const guarded = guardFor(server, 'other.example.com')
    const headers = {
      Authorization: 'a',
      Cookie: 'b',
      'X-API-Key': 'c',
      'X-Session-Token': 'd',
      'X-Mine': 'e',
      Accept: 'f',
    }
    const request = { headers, secretHeaders: ['x-mine'] }
    const names = ['authorization', 'cookie', 'x-api-key', 'x-session-token', 'x-mine', 'accept']
    const seen = async (path: string) => {
      const got = (await (await guarded(server.origin + path, request)).json()) as Record<string, string>
      return names.filter(name => name in got)
    }
    expect(await seen('/same')).toEqual(names)
    expect(await seen('/other')).toEqual(['accept'])
  })

  it.each([
    ['POST', 301, 'GET'],
    ['POST', 302, 'GET'],
    ['PUT', 303, 'GET'],
    ['HEAD', 303, 'HEAD'],
    ['PUT', 302, 'PUT'],
    ['POST', 307, 'POST'],
    ['DELETE', 308, 'DELETE'],
  ])('goes on from %s after %i as %s', async (method, status, next) => {
    const server = await httpServer(({ path }, response) => {
      if (path === '/end') response.end()
      else response.writeHead(status, { location: '/end' }).end()
    })
    const body = method === 'HEAD' ? undefined : 'hello'
    const headers: Record<string, string> = body ? { 'content-type': 'text/plain' } : {}
    await guardFor(server)(server.origin, { method, headers, body })
    const [, last] = server.requests
    expect(last?.method).toBe(next)
    expect(last?.body).toBe(next === method && body ? body : '')
    expect('content-type' in (last?.headers ?? {})).toBe(next === method && body !== undefined)
  })
})

describe('guardedFetch and headers', () => {
  it.each([
    ['X-Note', 'a\r\nX-Evil: 1'],
    ['X-Note', 'a\nb'],
    ['X-Note', 'a\0b'],
    ['X-Note', 'snow ☃'],
    ['X Note', 'a'],
    ['X-Note\r\nX-Evil', 'a'],
    ['Host', 'internal'],
    ['Transfer-Encoding', 'chunked'],
    ['Content-Length', '5'],
  ])('refuses %j with %j and does not show the value', async (name, value) => {
    const server = await httpServer(saying('x'))
    const asked = guardFor(server)(server.origin, { headers: { [name]: `${value}canary` } })
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_header',
      message: expect.not.stringContaining('canary'),
    })
    expect(server.requests).toEqual([])
  })

  it('counts a name once, whatever its case', async () => {
    const server = await httpServer(saying('x'))
    await guardFor(server)(server.origin, { headers: { 'X-One': '1', 'x-one': '2', ACCEPT: 'text/plain' } })
    expect(server.requests[0]?.headers).toMatchObject({ 'x-one': '2', accept: 'text/plain' })
  })
})

describe('guardedFetch over TLS', () => {
  let certificates: Certificates
  beforeAll(() => {
    certificates = makeCertificates()
  })

  const secured = (answer: Answer) => {
    const { ca, server } = certificates
    return httpServer(answer, { ...server, ca, requestCert: true, rejectUnauthorized: true })
  }

  it('shows the client certificate to a server that demands one', async () => {
    const server = await secured((_request, response) => {
      const socket = response.socket as import('node:tls').TLSSocket
      response.end(socket.getPeerCertificate().subject.CN)
    })
    const { ca, client } = certificates
    const allowHosts = [`127.0.0.1:${server.port}`]
    const guarded = createGuardedFetch({ allowHosts, tls: { ...client, ca } })
    expect(await (await guarded(server.origin)).text()).toBe('client')
  })

  it('is refused without one', async () => {
    const server = await secured(saying('x'))
    const { ca, client } = certificates
    const other = createGuardedFetch({ allowHosts: [`127.0.0.1:${server.port}`] })
    const trusting = createGuardedFetch({ allowHosts: [`127.0.0.1:${server.port}`], tls: { cert: '', key: '', ca } })
    await expect(other(server.origin)).rejects.toMatchObject({ code: 'network_error', retryable: false })
    await expect(trusting(server.origin)).rejects.toMatchObject({ code: 'network_error' })
    expect(client.cert).toContain('CERTIFICATE')
    expect(server.requests).toEqual([])
  })
})
