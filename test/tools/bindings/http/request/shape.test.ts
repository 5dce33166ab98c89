import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

const us = await echoServer()
const eu = await echoServer()

const source = abl`
  TOOLS:
    submit(order: object, region: string) -> {ref: string}
      type: http
      endpoint: "${us.url}/us/submit"
      method: POST
      headers:
        X-Api: one
        X-Keep: base
      query_params:
        from: base
        lang: en
      request_variants:
        - name: fallback
          default: true
          headers:
            x-api: fallback
        - name: eu
          when: region == "EU"
          endpoint: "${eu.url}/submit"
          method: put
          headers:
            x-api: two
          query_params:
            from: variant
          body_type: form
        - name: also
          when: region IN ["EU", "UK"]
          body_template: '{"to": "{{region}}"}'
`

describe('request variants', () => {
  it('take the first whose condition holds, with all that it overrides', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ order: { id: 1 }, region: 'EU' })
    const { method, path, headers, query, body } = eu.last()
    expect({ method, path, body }).toEqual({
      method: 'PUT',
      path: '/submit',
      body: 'order=%7B%22id%22%3A1%7D&region=EU',
    })
    expect(headers).toMatchObject({ 'x-api': 'two', 'x-keep': 'base' })
    expect([...query]).toEqual([['from', 'variant']])
    expect(tool.traces).toContain('request: The variant `eu` is sent.')
  })

  it('keep what they do not override', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ order: {}, region: 'UK' })
    const { method, path, query, body } = us.last()
    expect({ method, path, body }).toEqual({ method: 'POST', path: '/us/submit', body: '{"to": "UK"}' })
    expect([...query]).toEqual([
      ['from', 'base'],
      ['lang', 'en'],
    ])
  })

  it('take the default when no condition holds, wherever it stands', async () => {
    const tool = await httpTool(source)
    await tool.attempt({ order: { id: 1 }, region: 'US' })
    expect(us.last().headers).toMatchObject({ 'x-api': 'fallback', 'x-keep': 'base' })
    expect(us.last().body).toBe('{"order":{"id":1},"region":"US"}')
  })

  const withoutDefault = abl`
    TOOLS:
      submit(region: string, amount?: string) -> object
        type: http
        endpoint: "${us.url}/base"
        method: POST
        request_variants:
          - name: sum
            when: amount + 1 > 2
            endpoint: "${us.url}/sum"
          - name: eu
            when: "EU" == region AND session.open
            endpoint: "${us.url}/eu"
          - name: listed
            when: region == config.REGION
            endpoint: "${us.url}/listed"
  `

  it('leave the base request when there is no default', async () => {
    const tool = await httpTool(withoutDefault, { settings: { config: { REGION: { value: 'CH' } } } })
    await tool.attempt({ region: 'US' })
    expect(us.last().path).toBe('/base')
  })

  it('are judged on parameters, the session and variables of the project', async () => {
    const tool = await httpTool(withoutDefault, { settings: { config: { REGION: { value: 'CH' } } } })
    await tool.attempt({ region: 'EU' }, { session: { open: true } })
    expect(us.last().path).toBe('/eu')
    await tool.attempt({ region: 'CH' })
    expect(us.last().path).toBe('/listed')
  })

  it('pass over a condition that cannot be judged, and say why', async () => {
    const tool = await httpTool(withoutDefault, { settings: { config: { REGION: { value: 'CH' } } } })
    await tool.attempt({ region: 'US', amount: 'many' })
    expect(us.last().path).toBe('/base')
    expect(tool.traces.join('\n')).toContain('does not hold: `+` needs numbers')
  })

  it('fail when a condition reads a variable without a value', async () => {
    const tool = await httpTool(withoutDefault)
    expect((await tool.failure({ region: 'US' })).code).toBe('config_missing')
  })

  it('turn to GET without the body of the base', async () => {
    const tool = await httpTool(abl`
      TOOLS:
        find(text: string, quick: boolean) -> object
          type: http
          endpoint: "${us.url}/find"
          method: POST
          body_template: '{"q": "{{text}}"}'
          request_variants:
            - name: quick
              when: quick
              method: GET
              endpoint: "${us.url}/quick"
    `)
    await tool.attempt({ text: 'a', quick: true })
    expect(us.last()).toMatchObject({ method: 'GET', path: '/quick', body: '' })
    expect([...us.last().query]).toEqual([
      ['text', 'a'],
      ['quick', 'true'],
    ])
  })
})
