import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

const server = await echoServer()

describe('the query of a GET', () => {
  const source = abl`
    TOOLS:
      search(text: string, tags?: string[], filter?: object, limit?: number, open?: boolean) -> object
        type: http
        endpoint: "${server.url}/search?fixed=1#part"
        method: GET
        query_params:
          z: "last {{text}}"
          a: "b c&d"
  `

  it('holds what is used nowhere else, then the declared ones in their order', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ text: 'sea', limit: 5, open: false })
    expect([...server.last().query]).toEqual([
      ['fixed', '1'],
      ['limit', '5'],
      ['open', 'false'],
      ['z', 'last sea'],
      ['a', 'b c&d'],
    ])
  })

  it('repeats arrays, writes objects as JSON, and leaves out what is null', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ text: 'x', tags: ['a', null, 'b'], filter: { max: [1] }, limit: null })
    const { query } = server.last()
    expect(query.getAll('tags')).toEqual(['a', 'b'])
    expect(query.get('filter')).toBe('{"max":[1]}')
    expect(query.has('limit')).toBe(false)
  })

  it('has no body', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ text: 'x' })
    expect(server.last()).toMatchObject({ method: 'GET', body: '' })
    expect(server.last().headers).not.toHaveProperty('content-type')
  })

  it('keeps a parameter that a header names out of it', async () => {
    const tool = await httpTool(abl`
      TOOLS:
        look(token: string, page: number) -> object
          type: http
          endpoint: "${server.url}/look"
          method: GET
          headers:
            X-Token: "{{input.token}}"
    `)
    await tool.attempt({ token: 't', page: 2 })
    expect([...server.last().query]).toEqual([['page', '2']])
  })

  it('repeats a declared name that stands in the list twice', async () => {
    const tool = await httpTool(abl`
      TOOLS:
        look() -> object
          type: http
          endpoint: "${server.url}/look"
          method: GET
          query_params:
            - key: sort
              value: name
            - key: sort
              value: "-price"
    `)
    await tool.attempt()
    expect(server.last().query.getAll('sort')).toEqual(['name', '-price'])
  })

  it('is there on other methods too, beside the body', async () => {
    const tool = await httpTool(abl`
      TOOLS:
        drop(id: string) -> object
          type: http
          endpoint: "${server.url}/drop"
          method: DELETE
          query_params:
            mode: hard
    `)
    await tool.attempt({ id: '7' })
    expect(server.last()).toMatchObject({ method: 'DELETE', body: '{"id":"7"}' })
    expect([...server.last().query]).toEqual([['mode', 'hard']])
  })
})
