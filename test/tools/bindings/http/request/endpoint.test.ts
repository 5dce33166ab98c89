import { describe, expect, it } from 'vitest'
import type { HttpSpec } from '../../../../../src/abl/index.ts'
import { NO_SETTINGS } from '../../../../../src/settings/settings.ts'
import { abl, toolOf } from '../../../../helpers/abl.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { compileTool, httpTool } from '../../../../helpers/http-tool.ts'

const server = await echoServer()

describe('the URL of a call', () => {
  it.each([
    ['/a', '/v1/a'],
    ['a', '/v1/a'],
    ['a/', '/v1/a/'],
    ['', '/v1/'],
    ['?x=1', '/v1/'],
  ])('joins %j to the base with one slash and keeps the path of the base', async (endpoint, path) => {
    const tool = await httpTool(abl`
      TOOLS:
        base_url: "${server.url}/v1/"
        look() -> object
          type: http
          endpoint: "${endpoint || '{{session.nothing}}'}"
          method: GET
    `)
    await tool.attempt()
    expect(server.last().path).toBe(path)
  })

  it('takes an absolute endpoint without the base', async () => {
    const tool = await httpTool(abl`
      TOOLS:
        base_url: "https://nowhere.example.com/v1"
        look() -> object
          type: http
          endpoint: "${server.url}/b"
          method: GET
    `)
    await tool.attempt()
    expect(server.last().path).toBe('/b')
  })

  const relative = abl`
    TOOLS:
      look() -> object
        type: http
        endpoint: "/orders"
        method: GET
  `

  it('takes the base from the settings of the project when the file has none', async () => {
    const tools = { ...NO_SETTINGS.tools, base_url: `${server.url}/api` }
    const tool = await httpTool(relative, { settings: { tools } })
    await tool.attempt()
    expect(server.last().path).toBe('/api/orders')
  })

  it('takes a base from a variable of the project', async () => {
    const settings = {
      tools: { ...NO_SETTINGS.tools, base_url: '{{config.API}}' },
      config: { API: { value: `${server.url}/api/` } },
    }
    const tool = await httpTool(relative, { settings })
    await tool.attempt()
    expect(server.last().path).toBe('/api/orders')
  })

  it.each(['//evil.example.com/c', 'ftp://shop.example.com/c', '\\\\evil.example.com/c', 'javascript:1'])(
    'is never made of %s',
    async endpoint => {
      const tool = toolOf(relative)
      const spec = { ...(tool.binding as HttpSpec), endpoint, baseUrl: server.url }
      await expect(compileTool(tool, spec)).rejects.toMatchObject({ code: 'validation_error' })
    },
  )

  it('fails without any base, and says where to set one', async () => {
    const tool = await httpTool(relative)
    const failure = await tool.failure()
    expect(failure.code).toBe('no_base_url')
    expect(failure.message).toContain('tools.base_url')
  })
})

describe('path parameters', () => {
  const source = abl`
    TOOLS:
      base_url: "${server.url}/v1"
      hotel(hotel_id: string) -> object
        type: http
        endpoint: "/hotels/{hotel_id}/rooms"
        method: GET
  `

  it('are encoded', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ hotel_id: 'a/b ?#&%ü' })
    expect(server.last().path).toBe('/v1/hotels/a%2Fb%20%3F%23%26%25%C3%BC/rooms')
  })

  it.each(['', '.', '..', null, undefined])('refuse %j before anything is sent', async hotel_id => {
    const before = server.requests.length
    const tool = await httpTool(source)
    expect((await tool.failure({ hotel_id })).code).toBe('validation_error')
    expect(server.requests.length).toBe(before)
  })

  it('are not sent again in the query', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ hotel_id: '7' })
    expect([...server.last().query]).toEqual([])
  })
})
