import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileEndpoint, type Scope } from '../../src/abl/index.ts'
import { PROPERTY_RUNS } from '../helpers/property-runs.ts'

const scope: Scope = {
  parameters: { id: 'a/b c', dot: '.', two: '..', zero: 0, list: [1], empty: '' },
  session: { user: 'u&1' },
  config: name => ({ BASE: 'https://b.example.com/v2/', HOST: 'h.example.com', VERSION: 'v/1', BAD: 'ftp://x' })[name],
}

async function url(endpoint: string, base?: string): Promise<string> {
  const compiled = await compileEndpoint(endpoint, base)
  if (!compiled.ok) return `refused: ${compiled.problems[0]?.message}`
  const filled = compiled.value.fill(scope)
  return filled.ok ? filled.url : filled.error.code
}

describe('endpoints', () => {
  it.each([
    ['/x/{id}', 'https://h/v1', 'https://h/v1/x/a%2Fb%20c'],
    ['/x/{zero}', 'https://h', 'https://h/x/0'],
    ['/x/{{id}}?q={{id}}&u={{session.user}}', 'https://h', 'https://h/x/a%2Fb%20c?q=a%2Fb%20c&u=u%261'],
    ['/x/{{config.VERSION}}', 'https://h', 'https://h/x/v%2F1'],
    ['/x', '{{config.BASE}}', 'https://b.example.com/v2/x'],
    ['{{config.BASE}}/y', undefined, 'https://b.example.com/v2/y'],
    ['https://{{config.HOST}}/y', 'https://other', 'https://h.example.com/y'],
    ['HTTPS://h/y', undefined, 'HTTPS://h/y'],
    ['', 'https://h/v1', 'https://h/v1/'],
    ['/x/{gone}', 'https://h', 'validation_error'],
    ['/x/{empty}', 'https://h', 'validation_error'],
    ['/x/{list}', 'https://h', 'validation_error'],
    ['/x/{dot}', 'https://h', 'validation_error'],
    ['/x/{two}/y', 'https://h', 'validation_error'],
    ['/x/{{two}}', 'https://h', 'validation_error'],
    ['/x/{{dot}}{{dot}}', 'https://h', 'validation_error'],
    ['/x/%2e{{dot}}', 'https://h', 'validation_error'],
    ['/x/.{{dot}}?y', 'https://h', 'validation_error'],
    ['/x', undefined, 'no_base_url'],
    ['/x/{{config.GONE}}', 'https://h', 'config_missing'],
    ['{{config.BAD}}/x', undefined, 'validation_error'],
    ['//evil/x', 'https://h', 'refused: The endpoint `//evil/x` is neither http, https nor a path.'],
    ['/\\evil/x', 'https://h', 'refused: The endpoint `/\\evil/x` is neither http, https nor a path.'],
    [
      'file:///etc/passwd',
      'https://h',
      'refused: The endpoint `file:///etc/passwd` is neither http, https nor a path.',
    ],
    ['/x', 'h.example.com', 'refused: The base URL `h.example.com` is neither http nor https.'],
    ['https://{id}/x', undefined, 'refused: The host of an endpoint cannot depend on {id}.'],
    ['https://{{session.user}}.example.com', undefined, 'refused: The host of an endpoint cannot depend on {{…}}.'],
    ['/x/{{#if id}}y{{/if}}', 'https://h', 'refused: An endpoint cannot hold `{{#if}}`.'],
    ['/x/{{id', 'https://h', 'refused: The braces `{{` are never closed.'],
  ])('%s under %s gives %s', async (endpoint, base, expected) => {
    expect(await url(endpoint, base)).toBe(expected)
  })

  it('says which parameters the URL carries', async () => {
    const compiled = await compileEndpoint(
      '/{id}/{{input.kind}}/{{UPPER(name)}}?v={{config.V}}&s={{session.s}}',
      'https://h',
    )
    expect(compiled.ok && compiled.value.parameters).toEqual(['id', 'kind', 'name'])
  })

  it('no value leaves its segment or changes the host', async () => {
    const compiled = await compileEndpoint('/api/{id}/{{tail}}', 'https://safe.example.com/v1')
    if (!compiled.ok) throw new Error('The endpoint is fine.')
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '.', '%2e%2e', '..%2f', '\\', '/..', '@evil', ':80', '?x', '#y', '//evil'),
    )
    fc.assert(
      fc.property(value, value, (id, tail) => {
        const filled = compiled.value.fill({ parameters: { id, tail } })
        if (!filled.ok) {
          expect(filled.error.code).toBe('validation_error')
          return
        }
        const { hostname, pathname, search, hash } = new URL(filled.url)
        expect([hostname, search, hash]).toEqual(['safe.example.com', '', ''])
        expect(pathname).toMatch(/^\/v1\/api\/[^/]+\/[^/]*$/)
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
})
