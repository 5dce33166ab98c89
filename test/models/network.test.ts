import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { finishOf, openWireModel } from '../helpers/open-wire-model.ts'
import { wireFormats } from '../helpers/wire-formats.ts'
import { wireServer } from '../helpers/wire-server.ts'

const stream = wireFormats['openai-compatible'].stream({ text: ['ok'] })

/** A proxy that tunnels to wherever it is asked, and writes down where. */
async function proxy() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket, head) => {
    asked.push(`CONNECT ${request.url}`)
    const [host = '', port] = (request.url ?? '').split(':')
    if (host !== '127.0.0.1') return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.write(head)
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('the network of the model clients', () => {
  // The next request may begin a moment before the last connection counts as free: then there are two.
  it('keeps its connections for one request after another', async () => {
    const server = await wireServer({ stream })
    const model = await openWireModel('openai-compatible', server.url)
    for (let count = 0; count < 20; count++) await finishOf(model)
    expect(server.requests).toHaveLength(20)
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  it('shares connections between models', async () => {
    const server = await wireServer({ stream })
    for (let count = 0; count < 20; count++) await finishOf(await openWireModel('openai-compatible', server.url))
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  it('goes through the proxy that the environment names', async () => {
    const server = await wireServer({ stream })
    const { url, asked } = await proxy()
    await finishOf(await openWireModel('openai-compatible', server.url, { env: { HTTP_PROXY: url } }))
    expect(asked).toEqual([`CONNECT ${new URL(server.url).host}`])
    expect(server.requests).toHaveLength(1)
  })

  it('goes around it where NO_PROXY says so', async () => {
    const server = await wireServer({ stream })
    const { url, asked } = await proxy()
    const env = { HTTP_PROXY: url, NO_PROXY: 'example.com,127.0.0.1' }
    await finishOf(await openWireModel('openai-compatible', server.url, { env }))
    expect(asked).toEqual([])
  })

  it('takes HTTPS_PROXY for a provider on https, and says so when the proxy refuses', async () => {
    const { url, asked } = await proxy()
    const env = { https_proxy: url, HTTPS_PROXY: 'http://127.0.0.1:9' }
    const model = await openWireModel('anthropic', 'https://models.example', { env })
    await expect(finishOf(model)).rejects.toMatchObject({ code: 'model_network' })
    expect(asked).toEqual(['CONNECT models.example:443'])
  })

  it('follows no redirect, so the key stays with the address it was meant for', async () => {
    const elsewhere = await wireServer({ stream })
    const server = await wireServer({ status: 307, headers: { location: `${elsewhere.url}/v1` } })
    const model = await openWireModel('openai-compatible', server.url)
    await expect(finishOf(model)).rejects.toMatchObject({
      code: 'model_bad_response',
      message: expect.stringContaining(`redirects to ${elsewhere.url}`),
    })
    expect(elsewhere.requests).toEqual([])
  })

  it('does not keep the process alive', async () => {
    const server = await wireServer({ stream })
    const script = `
      import { createJiti } from 'jiti'
      const jiti = createJiti(import.meta.url, { interopDefault: false })
      const { openModel } = await jiti.import('./src/models/open-model.ts')
      const model = await openModel('openai-compatible/m', { env: { LOOPENGINE_BASE_URL: '${server.url}/v1' } })
      const request = { system: '', messages: [{ role: 'user', text: 'Hi' }], tools: [], signal: new AbortController().signal }
      for await (const part of model.stream(request)) if (part.type === 'finish') console.log(part.message.parts[0].text)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    expect(stdout.trim()).toBe('ok')
  })
})
