import { describe, expect, it } from 'vitest'
import { type NewHttpTool, planAddHttpTool } from '../../../src/scaffold/http-tool/add-http-tool.ts'
import { readSidecar } from '../../../src/scaffold/http-tool/sidecar.ts'
import { planRemoveTool } from '../../../src/scaffold/remove-tool.ts'
import { source } from '../../helpers/source.ts'
import { CONFIG, type Planned, planned } from '../plan-files.ts'

const SHOP = { 'agents/shop/index.ts': CONFIG }
const SIDECAR = 'agents/shop/tools/refund_order.http-tool.json'
const REFUND: NewHttpTool = {
  name: 'refund-order',
  agent: 'shop',
  description: 'Refund an order',
  method: 'post',
  url: 'https://shop.example.com/v1/orders/{order_id}/refunds?dry={dry}',
  headers: ['Authorization: Bearer {{SHOP_TOKEN}}'],
  body: '{"amount": "{amount}", "note": "by agent: {note}"}',
  responsePath: 'data.refund',
  parameters: ['order_id:string:The order id', 'amount:number', 'dry?:boolean', 'reason?:late|broken'],
  safe: false,
}

function add(tool: Partial<NewHttpTool> = {}, files: Record<string, string> = SHOP): Promise<Planned> {
  return planned(files, plan => planAddHttpTool(plan, { ...REFUND, ...tool }))
}

function codeOf(tool: Partial<NewHttpTool>): Promise<unknown> {
  return add(tool).then(
    () => 'ok',
    error => `${error.code} ${error.exitCode}`,
  )
}

describe('planAddHttpTool', () => {
  it('plans a short file that a person can read', async () => {
    const { files, notes } = await add()
    expect(files['agents/shop/tools/refund_order.ts']).toBe(source`
      import { defineTool, guardedFetch, httpRequest, httpResult } from 'loopengine'

      /** Refund an order. */
      export const refundOrder = defineTool({
        name: 'refund_order',
        description: 'Refund an order',
        input_schema: {
          type: 'object',
          properties: {
            note: { type: 'string' },
            order_id: { type: 'string', description: 'The order id' },
            amount: { type: 'number' },
            dry: { type: 'boolean' },
            reason: { type: 'string', enum: ['late', 'broken'] },
          },
          required: ['note', 'order_id', 'amount'],
        },
        execute: async (input, { signal }) => {
          const { url, ...request } = await httpRequest({
            method: 'POST',
            url: 'https://shop.example.com/v1/orders/{order_id}/refunds?dry={dry}',
            headers: { Authorization: 'Bearer {{SHOP_TOKEN}}' },
            body: { amount: '{amount}', note: 'by agent: {note}' },
          }, input)
          return httpResult(await guardedFetch(url, { ...request, signal }), 'data.refund')
        },
      })
    `)
    expect(files['agents/shop/tools/index.ts']).toContain("import { refundOrder } from './refund_order.js'")
    expect(files['agents/shop/actauth.yml']).toContain('tool: refund_order\n    decision: ask')
    expect(notes).toEqual(['Set SHOP_TOKEN in .env: the request needs it.'])
  })

  it('plans a sidecar from which the form can be filled again', async () => {
    const { files } = await add()
    const text = files[SIDECAR] ?? ''
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      name: 'refund_order',
      method: 'POST',
      responsePath: 'data.refund',
    })
    expect(readSidecar(text, SIDECAR)).toMatchObject({ url: REFUND.url, body: { amount: '{amount}' }, safe: false })
  })

  it('takes a safe GET as allowed, and writes in the style of its neighbours', async () => {
    const neighbour = { 'agents/shop/tools/a.ts': 'import { x } from "y";\n\nexport const a = {\n    b: 1,\n};\n' }
    const wanted = {
      method: 'GET',
      url: 'http://{{HOST}}:3000/x',
      headers: [],
      body: undefined,
      parameters: [],
      safe: true,
    }
    const { files, allowed } = await add(wanted, { ...SHOP, ...neighbour })
    const text = files['agents/shop/tools/refund_order.ts']
    expect(text).toContain(
      '    execute: async (input, { signal }) => {\n        const { url, ...request } = await httpRequest(',
    )
    expect(text).toContain('{ method: "GET", url: "http://{{HOST}}:3000/x" }, input);\n')
    expect(text).toContain('    safe: true,\n});\n')
    expect(allowed).toEqual(['shop refund_order'])
  })

  it('is taken back by remove-tool, the sidecar too', async () => {
    const { files } = await add()
    const after = await planned({ ...SHOP, ...(files as Record<string, string>) }, plan =>
      planRemoveTool(plan, { name: 'refund_order', agent: 'shop' }),
    )
    expect(after.files[SIDECAR]).toBeUndefined()
    expect(Object.keys(after.files)).toContain(SIDECAR)
  })

  it.each<[string, Partial<NewHttpTool>, string]>([
    ['a method that is none', { method: 'FETCH' }, 'method 2'],
    ['a relative URL', { url: '/orders' }, 'url 2'],
    ['another scheme', { url: 'ftp://x.example.com' }, 'url 2'],
    ['a host that the model chooses', { url: 'https://{host}/x' }, 'url 2'],
    ['a password in the URL', { url: 'https://a:b@x.example.com' }, 'url 2'],
    ['a fragment', { url: 'https://x.example.com/#a' }, 'url 2'],
    ['a header without a name', { headers: ['Bearer x'] }, 'header 2'],
    ['a header twice', { headers: ['A: 1', 'a: 2'] }, 'header 2'],
    ['a header with a line break', { headers: ['A: 1\nB: 2'] }, 'header 2'],
    ['a secret that is written out', { headers: ['Authorization: Bearer abc'] }, 'header 2'],
    ['a body that is no JSON', { body: '{amount}' }, 'body 2'],
    ['a body of a GET', { method: 'GET' }, 'body 2'],
    ['a path that is none', { responsePath: 'a b' }, 'response_path 2'],
    ['a parameter that nothing sends', { body: '["{amount}"]' }, 'parameter 2'],
  ])('refuses %s', async (_what, tool, code) => {
    expect(await codeOf(tool)).toBe(code)
  })
})

describe('readSidecar', () => {
  it.each([
    ['{"version": 2}', 'newer_file'],
    ['{"version": 1, "name": "x"}', 'sidecar'],
    ['nonsense', 'sidecar'],
  ])('refuses %s', (text, code) => {
    expect(() => readSidecar(text, SIDECAR)).toThrow(expect.objectContaining({ code, file: SIDECAR }))
  })
})
