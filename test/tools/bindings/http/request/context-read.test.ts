import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

const server = await echoServer()
const session = { user: { id: 'u1', email: 'ann@shop.example', age: 40 }, tags: ['a', 'b'], zero: 0 }

function tool(method: string, extra = '') {
  return httpTool(abl`
    TOOLS:
      order(note?: string, user?: object) -> object
        type: http
        endpoint: "${server.url}/order"
        method: ${method}
        ${extra}
        context_access:
          read: [user.id, session.user.email, tags, zero, nobody.here]
  `)
}

describe('context_access.read', () => {
  it('puts session variables into the body as nested objects', async () => {
    const made = await tool('POST')
    await made.attempt({ note: 'n' }, { session })
    expect(JSON.parse(server.last().body)).toEqual({
      note: 'n',
      user: { id: 'u1', email: 'ann@shop.example' },
      tags: ['a', 'b'],
      zero: 0,
    })
  })

  it('puts them into the query of a GET under their dotted names', async () => {
    const made = await tool('GET')
    await made.attempt({ note: 'n' }, { session })
    expect([...server.last().query]).toEqual([
      ['note', 'n'],
      ['user.id', 'u1'],
      ['user.email', 'ann@shop.example'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['zero', '0'],
    ])
  })

  it('lets the own arguments win', async () => {
    const made = await tool('POST')
    await made.attempt({ user: { id: 'mine', name: 'Ann' } }, { session })
    expect(JSON.parse(server.last().body).user).toEqual({ id: 'mine', name: 'Ann', email: 'ann@shop.example' })
    await made.attempt({ user: 'only me' }, { session })
    expect(JSON.parse(server.last().body).user).toBe('only me')
    await made.attempt({ user: null }, { session })
    expect(JSON.parse(server.last().body).user).toEqual({ id: 'u1', email: 'ann@shop.example' })
  })

  it('lets the own arguments win in a query too', async () => {
    const made = await tool('GET')
    await made.attempt({ user: { id: 'mine' } }, { session })
    expect([...server.last().query.keys()]).toEqual(['user', 'user.email', 'tags', 'tags', 'zero'])
  })

  it('leaves out what the session does not have, and says so', async () => {
    const made = await tool('POST')
    await made.attempt({ note: 'n' })
    expect(server.last().body).toBe('{"note":"n"}')
    expect(made.traces).toContain('request: `session.nobody.here` has no value and is left out.')
  })

  it('adds nothing to a body that is written out', async () => {
    const made = await tool('POST', `body_template: '{"x": 1}'`)
    await made.attempt({ note: 'n' }, { session })
    expect(server.last().body).toBe('{"x": 1}')
  })
})
