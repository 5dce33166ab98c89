import { describe, expect, it } from 'vitest'
import { type NewAblTool, planAddAblTool } from '../../../src/scaffold/abl-tool/add-abl-tool.ts'
import { planRemoveTool } from '../../../src/scaffold/remove-tool.ts'
import { abl } from '../../helpers/abl.ts'
import { CONFIG, type Planned, planned } from '../plan-files.ts'

const SHOP = { 'agents/shop/index.ts': CONFIG }
const ACTAUTH = 'agents/shop/actauth.yml'
const ORDERS = 'agents/shop/tools/orders.tools.abl'
const REFUND: NewAblTool = {
  name: 'refund-order',
  agent: 'shop',
  description: 'Refund an order',
  parameters: ['order_id:string:The order id', 'amount:number', 'reason?:late|broken', 'tags?:string[]', 'day?:date'],
  type: 'http',
  method: 'post',
  url: 'https://shop.example.com/orders/{order_id}/refunds',
  headers: ['X-Shop: {{config.SHOP}}'],
  properties: ['auth=oauth2_client', 'auth_config.token_url=https://id.example.com', 'confirmation.require=always'],
  safe: false,
}

function add(tool: Partial<NewAblTool> = {}, files: Record<string, string> = SHOP): Promise<Planned> {
  return planned(files, plan => planAddAblTool(plan, { ...REFUND, ...tool }))
}

function codeOf(tool: Partial<NewAblTool>, files: Record<string, string> = SHOP): Promise<unknown> {
  return add(tool, files).then(
    () => 'ok',
    error => error.code,
  )
}

describe('planAddAblTool', () => {
  it('plans a file of tools and the rule', async () => {
    const { files } = await add()
    expect(files).toEqual({
      'agents/shop/tools/refund_order.tools.abl': abl`
        TOOLS:
          refund_order(order_id: string, amount: number, reason?: enum<[late, broken]>, tags?: string[], day?: date)
            description: "Refund an order"
            type: http
            endpoint: "https://shop.example.com/orders/{order_id}/refunds"
            method: POST
            auth: oauth2_client
            auth_config:
              token_url: "https://id.example.com"
            headers:
              X-Shop: "{{config.SHOP}}"
            parameters:
              order_id:
                description: "The order id"
            confirmation:
              require: always
      `,
      [ACTAUTH]:
        'default_decision: deny\nrules:\n  - name: refund-order-ask\n    scope: "*/*"\n    tool: refund_order\n    decision: ask\n',
    })
  })

  it('adds to the only file of tools, under its defaults', async () => {
    const before =
      'TOOLS:\n  base_url: "https://shop.example.com"\n  auth: bearer\n\n  find() -> object\n    type: sandbox\n    runtime: python\n    code: return 1\n'
    const { files } = await add(
      { url: '/orders', method: 'GET', headers: [], properties: [], parameters: [] },
      { ...SHOP, [ORDERS]: before },
    )
    expect(files[ORDERS]).toBe(
      `${before}\n  refund_order()\n    description: "Refund an order"\n    type: http\n    endpoint: "/orders"\n    method: GET\n`,
    )
  })

  it('declares tools of other types, a value of several lines as a block', async () => {
    const { files, allowed } = await add({
      type: 'sandbox',
      method: undefined,
      url: undefined,
      headers: [],
      properties: ['runtime=python', 'code=import re\nreturn  1'],
      parameters: [],
      safe: true,
      file: 'calc.tools.abl',
    })
    expect(files['agents/shop/tools/calc.tools.abl']).toBe(abl`
      TOOLS:
        refund_order()
          description: "Refund an order"
          type: sandbox
          runtime: python
          code: |
            import re
            return  1
          effect: read_only
    `)
    expect(allowed).toEqual(['shop refund_order'])
  })

  it('says when an agent file takes the tools of that file by name', async () => {
    const agent = 'AGENT: shop\nTOOLS:\n  file: "./tools/orders.tools.abl" [find]\n'
    const { notes } = await add({ file: 'orders.tools.abl' }, { ...SHOP, 'agents/shop/agent.abl': agent })
    expect(notes).toEqual([`agents/shop/agent.abl takes tools of ${ORDERS} by name: add refund_order there.`])
  })

  it.each<[string, Partial<NewAblTool>, string]>([
    ['a property that the type does not have', { properties: ['runtime=python'] }, 'abl_property'],
    ['a property without a value', { properties: ['auth'] }, 'abl_property'],
    ['a property twice', { properties: ['retry=1', 'retry=2'] }, 'abl_property'],
    ['a property inside a value', { properties: ['hints=x', 'hints.latency=slow'] }, 'abl_property'],
    ['a value that is wrong', { properties: ['auth=magic'] }, 'abl_property'],
    ['a method that is none', { method: 'FETCH' }, 'abl_property'],
    ['no endpoint', { url: undefined }, 'abl_property'],
    ['a file of another kind', { file: 'agent.abl' }, 'abl_file'],
    ['a file elsewhere', { file: 'agents/desk/tools/x.tools.abl' }, 'abl_file'],
    ['a file out of the folder', { file: '../x.tools.abl' }, 'abl_file'],
  ])('refuses %s', async (_what, tool, code) => {
    expect(await codeOf(tool)).toBe(code)
  })

  it.each([
    ['a tool of code', { 'agents/shop/tools/refund_order.ts': '' }],
    ['a subagent', { 'agents/shop/subagents/refund-order/index.ts': CONFIG }],
    ['a declaration in another file', { 'agents/shop/agent.abl': 'TOOLS:\n  refund_order()\n' }],
  ])('refuses a name that %s has', async (_what, files) => {
    expect(await codeOf({}, { ...SHOP, ...files })).toBe('NAME_TAKEN')
  })
})

describe('planRemoveTool on ABL tools', () => {
  function remove(files: Record<string, string>): Promise<Planned> {
    return planned({ ...SHOP, ...files }, plan => planRemoveTool(plan, { name: 'refund-order', agent: 'shop' }))
  }

  it('takes back what add-tool wrote, the file too when nothing else is in it', async () => {
    const added = (await add()).files as Record<string, string>
    const { files } = await remove(added)
    expect(files).toEqual({
      'agents/shop/tools/refund_order.tools.abl': undefined,
      [ACTAUTH]: 'default_decision: deny\nrules: []\n',
    })
  })

  it('leaves the other tools of the file byte for byte', async () => {
    const before = 'TOOLS:\r\n  find()   # first\r\n    type: sandbox\r\n    runtime: python\r\n    code: return 1'
    const added = (await add({ file: 'orders.tools.abl' }, { ...SHOP, [ORDERS]: before })).files as Record<
      string,
      string
    >
    expect((await remove(added)).files[ORDERS]).toBe(before)
  })

  it('takes it out of an agent file', async () => {
    const agent = 'AGENT: shop\nTOOLS:\n  refund_order()\n    type: lambda\n    function: x\n\n  other()\n'
    const { files } = await remove({ 'agents/shop/agent.abl': agent })
    expect(files).toEqual({ 'agents/shop/agent.abl': 'AGENT: shop\nTOOLS:\n  other()\n' })
  })

  it('is refused while another tool calls it, or an agent file imports it by name', async () => {
    const tool = '  refund_order()\n    type: lambda\n    function: x\n'
    const caller =
      '  other()\n    type: lambda\n    function: x\n    on_result:\n      do:\n        - CALL: refund_order\n'
    await expect(remove({ [ORDERS]: `TOOLS:\n${tool}${caller}` })).rejects.toMatchObject({
      code: 'tool_in_use',
      file: ORDERS,
      line: 10,
    })
    const agent = 'TOOLS:\n  file: "./tools/orders.tools.abl" [refund_order]\n'
    await expect(remove({ [ORDERS]: `TOOLS:\n${tool}`, 'agents/shop/agent.abl': agent })).rejects.toMatchObject({
      code: 'tool_in_use',
      file: 'agents/shop/agent.abl',
    })
  })
})
