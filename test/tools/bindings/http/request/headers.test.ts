import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

const server = await echoServer()

describe('declared headers', () => {
  const source = abl`
    TOOLS:
      headers:
        X-Api-Version: "2024-01"
        X-Shop: main
      look(who: string) -> object
        type: http
        endpoint: "${server.url}/look"
        method: GET
        headers:
          Accept: "application/json"
          x-shop: "{{who}}"
  `

  it('arrive, those of the tool over those of the file', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ who: 'north' })
    expect(server.last().headers).toMatchObject({
      'x-api-version': '2024-01',
      'x-shop': 'north',
      accept: 'application/json',
    })
  })

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\u0000b', 'a\u0007b'])('refuse the value %j', async who => {
    const before = server.requests.length
    const tool = await httpTool(source)
    expect((await tool.failure({ who })).code).toBe('validation_error')
    expect(server.requests.length).toBe(before)
  })

  it('carry letters beyond ASCII as UTF-8', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ who: 'Zoë 東' })
    expect(Buffer.from(String(server.last().headers['x-shop']), 'latin1').toString('utf8')).toBe('Zoë 東')
  })

  it('ask for JSON unless the tool says otherwise', async () => {
    const tool = await httpTool(abl`
      TOOLS:
        look() -> object
          type: http
          endpoint: "${server.url}/look"
          method: GET
    `)
    await tool.attempt()
    expect(server.last().headers.accept).toMatch(/^application\/json/)
    expect(server.last().headers).not.toHaveProperty('authorization')
  })

  it('cannot frame the message', async () => {
    const tool = await httpTool(abl`
      TOOLS:
        look(size: string) -> object
          type: http
          endpoint: "${server.url}/look"
          method: POST
          headers:
            Content-Length: "{{size}}"
    `)
    const before = server.requests.length
    expect((await tool.failure({ size: '3' })).message).toContain('Content-Length')
    expect(server.requests.length).toBe(before)
  })
})
