import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExplainedRequest } from '../../../../src/tools/bindings/binding.ts'
import { contentOf, parseXml, type XmlElement } from '../../../../src/tools/bindings/http/soap/xml.ts'
import { abl } from '../../../helpers/abl.ts'
import { type HttpTool, httpTool } from '../../../helpers/http-tool.ts'

/** Any text of whole letters: halves of letters cannot be encoded. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'{}"\'\\/?#&=%+<>;: \r\n\t.é東😀'), maxLength: 30 }),
  fc.constantFrom('{{config.SECRET}}', '{{#each x}}', '%2e%2e', '</soap:Body>', ']]>', '\u2028', '__proto__'),
)

/** XML has no way to write these. */
const xmlText = text.map(value => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))

const headerText = text.map(value => value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '').trim())

const pathText = text.filter(value => value !== '' && value !== '.' && value !== '..')

async function tool(method: string, properties: string): Promise<HttpTool> {
  return httpTool(abl`
    TOOLS:
      send(v: string, w?: any) -> object
        type: http
        method: ${method}
        ${properties.split('\n').join('\n        ')}
  `)
}

/** Every value that is sent comes back equal from what would go out. */
async function comesBack(
  made: HttpTool,
  values: fc.Arbitrary<string>,
  read: (request: ExplainedRequest) => unknown | Promise<unknown>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(values, async value => {
      expect(await read(await made.explain({ v: value }))).toEqual(value)
    }),
  )
}

const ENDPOINT = 'endpoint: "https://shop.example.com/v1/x"'

describe('a value comes back equal', () => {
  it('from a path segment', async () => {
    const made = await tool('GET', 'endpoint: "https://shop.example.com/v1/{v}/end"')
    await comesBack(made, pathText, ({ url }) => {
      const { pathname, host, search, hash } = new URL(url)
      expect({ host, search, hash }).toEqual({ host: 'shop.example.com', search: '', hash: '' })
      const [, version, segment = '', end, more] = pathname.split('/')
      expect([version, end, more]).toEqual(['v1', 'end', undefined])
      return decodeURIComponent(segment)
    })
  })

  it('from the query', async () => {
    const made = await tool('GET', ENDPOINT)
    await comesBack(made, text, ({ url }) => new URL(url).searchParams.get('v'))
  })

  it('from a declared query parameter', async () => {
    const made = await tool('POST', `${ENDPOINT}\nquery_params:\n  q: "<{{v}}>"`)
    await comesBack(made, text, ({ url }) => new URL(url).searchParams.get('q')?.slice(1, -1))
  })

  it('from a header', async () => {
    const made = await tool('GET', `${ENDPOINT}\nheaders:\n  X-Value: "{{v}}"`)
    await comesBack(made, headerText, ({ headers }) => headers['X-Value'])
  })

  it('from JSON', async () => {
    await comesBack(await tool('POST', ENDPOINT), text, ({ body = '' }) => JSON.parse(body).v)
  })

  it('from a JSON template, inside a string and as a value', async () => {
    const made = await tool('POST', `${ENDPOINT}\nbody_template: '{"in": "a{{v}}b", "as": {{v}}}'`)
    await comesBack(made, text, ({ body = '' }) => {
      const { in: inside, as } = JSON.parse(body)
      expect(inside).toBe(`a${as}b`)
      return as
    })
  })

  it('from form data', async () => {
    const made = await tool('POST', `${ENDPOINT}\nbody_type: form`)
    await comesBack(made, text, ({ body = '' }) => new URLSearchParams(body).get('v'))
  })

  it('from a template of form data', async () => {
    const made = await tool('POST', `${ENDPOINT}\nbody_type: form\nbody_template: "a=1&v={{v}}&z=2"`)
    await comesBack(made, text, ({ body = '' }) => {
      const form = new URLSearchParams(body)
      expect([...form.keys()]).toEqual(['a', 'v', 'z'])
      return form.get('v')
    })
  })

  it('from XML', async () => {
    const made = await tool('POST', `${ENDPOINT}\nbody_type: xml\nbody_template: "<r><v>{{v}}</v></r>"`)
    await comesBack(made, xmlText, async ({ body = '' }) => contentOf(await parseXml(body)))
  })

  it('from a SOAP envelope', async () => {
    const made = await tool('POST', `${ENDPOINT}\nprotocol: soap\nsoap_action: "urn:P#op"`)
    await comesBack(made, xmlText, async ({ body = '' }) => contentOf(onlyDescendant(await parseXml(body))))
  })

  it('from text', async () => {
    await comesBack(await tool('POST', `${ENDPOINT}\nbody_type: text`), text, ({ body }) => body)
  })
})

describe('any JSON comes back equal', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).map(value => JSON.parse(JSON.stringify(value)) as unknown)

  it('from a body', async () => {
    const made = await tool('POST', ENDPOINT)
    await fc.assert(
      fc.asyncProperty(json, async value => {
        const { body = '' } = await made.explain({ v: '', w: value })
        expect(JSON.parse(body).w).toEqual(value)
      }),
    )
  })

  it('from a template', async () => {
    const made = await tool('POST', `${ENDPOINT}\nbody_template: '{"w": {{w}}}'`)
    await fc.assert(
      fc.asyncProperty(json, async value => {
        const { body = '' } = await made.explain({ v: '', w: value })
        expect(JSON.parse(body).w).toEqual(value)
      }),
    )
  })
})

/** The innermost element of a chain. */
function onlyDescendant(element: XmlElement): XmlElement {
  const children = element.children.filter(child => typeof child !== 'string')
  expect(children.length).toBeLessThan(2)
  return children[0] ? onlyDescendant(children[0]) : element
}
