import { describe, expect, it } from 'vitest'
import { bindings, compileBinding } from '../../../src/tools/bindings/index.ts'
import { abl, toolOf } from '../../helpers/abl.ts'
import { toolProject } from '../../helpers/http-tool.ts'

const project = toolProject({})

describe('the executors', () => {
  it('compile a tool whose type they know', async () => {
    const tool = toolOf(abl`
      TOOLS:
        look() -> object
          type: http
          endpoint: "https://shop.example.com/look"
          method: GET
          timeout: 70
    `)
    expect((await compileBinding(tool, project)).policy.timeout).toBe(70)
  })

  it('name the type that nothing executes', async () => {
    const tool = toolOf(abl`
      TOOLS:
        look() -> object
          type: lambda
          function: look
    `)
    await expect(compileBinding(tool, project, { http: bindings.http })).rejects.toMatchObject({
      code: 'unbound_tool',
      message: '`look` has `type: lambda`, which nothing executes here. There is: http.',
    })
  })

  it('refuse a tool without a type', async () => {
    const tool = toolOf(abl`
      TOOLS:
        look() -> object
          description: "x"
    `)
    await expect(compileBinding(tool, project)).rejects.toMatchObject({ code: 'unbound_tool' })
  })

  it('refuse a declaration that cannot be compiled', async () => {
    const tool = toolOf(abl`
      TOOLS:
        look(host: string) -> object
          type: http
          endpoint: "https://{host}.example.com/look"
          method: GET
    `)
    await expect(compileBinding(tool, project)).rejects.toMatchObject({
      code: 'validation_error',
      message: 'The host of an endpoint cannot depend on {host}.',
    })
  })
})
