import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { ToolContext, ToolDefinition } from '../../src/core/tool.ts'
import { defineTool, type InputOf } from '../../src/tools/define-tool.ts'

const said = { name: 'say', description: 'Says.' }

describe('the type of a literal schema', () => {
  it('has required properties, and optional ones for the rest', () => {
    const tool = defineTool({
      ...said,
      input_schema: {
        type: 'object',
        properties: { id: { type: 'string' }, count: { type: 'integer' }, loud: { type: 'boolean' } },
        required: ['id', 'count'],
      },
      execute: input => {
        expectTypeOf(input).toEqualTypeOf<{ id: string; count: number; loud?: boolean }>()
        return input.id
      },
    })
    expectTypeOf(tool).toEqualTypeOf<ToolDefinition>()
    expect(tool.name).toBe('say')
  })

  it('has a property with a default as present, required or not', () => {
    const tool = defineTool({
      ...said,
      input_schema: { type: 'object', properties: { limit: { type: 'number', default: 10 } } },
      execute: input => {
        expectTypeOf(input).toEqualTypeOf<{ limit: number }>()
      },
    })
    expect(tool.input_schema.properties?.limit?.default).toBe(10)
  })

  it('has the values of an enum and a constant', () => {
    defineTool({
      ...said,
      input_schema: {
        type: 'object',
        properties: { size: { enum: ['s', 'm', 1, null] }, kind: { const: 'refund' } },
        required: ['size', 'kind'],
      },
      execute: input => {
        expectTypeOf(input).toEqualTypeOf<{ size: 's' | 'm' | 1 | null; kind: 'refund' }>()
      },
    })
  })

  it('follows nested objects and lists', () => {
    defineTool({
      ...said,
      input_schema: {
        type: 'object',
        properties: {
          address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          lines: {
            type: 'array',
            items: { type: 'object', properties: { sku: { type: 'string' }, tags: { type: 'array' } } },
          },
        },
        required: ['address', 'lines'],
      },
      execute: input => {
        expectTypeOf(input.address).toEqualTypeOf<{ city: string }>()
        expectTypeOf(input.lines).toEqualTypeOf<{ sku?: string; tags?: unknown[] }[]>()
      },
    })
  })

  it('is unknown where the schema says too little', () => {
    expectTypeOf<InputOf<{ anyOf: [] }>>().toEqualTypeOf<unknown>()
    expectTypeOf<InputOf<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>()
    expectTypeOf<InputOf<{ type: 'null' }>>().toEqualTypeOf<null>()
  })

  it('is empty for a tool without arguments', () => {
    defineTool({
      ...said,
      input_schema: { type: 'object', properties: {} },
      execute: (input, context) => {
        // biome-ignore lint/complexity/noBannedTypes: the type under test is exactly this
        expectTypeOf(input).toEqualTypeOf<{}>()
        expectTypeOf(context).toEqualTypeOf<ToolContext>()
      },
    })
  })

  it('refuses a body that reads what the schema does not name', () => {
    defineTool({
      ...said,
      input_schema: { type: 'object', properties: { id: { type: 'string' } } },
      // @ts-expect-error the schema has no `sku`
      execute: input => input.sku,
    })
  })
})

describe('a schema of zod', () => {
  const schema = z.object({ id: z.string(), count: z.number().default(1), note: z.string().optional() })
  const tool = defineTool({
    ...said,
    input_schema: schema,
    execute: input => {
      expectTypeOf(input).toEqualTypeOf<{ id: string; count?: number | undefined; note?: string | undefined }>()
    },
  })

  it('becomes a plain JSON Schema', () => {
    expect(tool.input_schema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' }, count: { type: 'number', default: 1 } },
      required: ['id'],
    })
  })

  it('that JSON Schema cannot say is refused with the name of the tool', () => {
    const make = () => defineTool({ ...said, input_schema: z.object({ when: z.date() }), execute: () => 'x' })
    expect(make).toThrow(/input_schema of `say` \(zod\) can't be written as JSON Schema: Date/)
  })
})

it('refuses a schema object of a library that has no way to JSON Schema', () => {
  const old = { '~standard': { version: 1, vendor: 'old-zod', validate: () => ({}) } }
  expect(() => defineTool({ ...said, input_schema: old as never, execute: () => 'x' })).toThrow(
    "a schema of old-zod in a version that can't be written as JSON Schema",
  )
})

it('keeps everything else of the tool', () => {
  const output_schema = { type: 'string' }
  const tool = defineTool({
    ...said,
    input_schema: { type: 'object', properties: {} },
    output_schema,
    safe: true,
    timeout: false,
    execute: () => 'x',
  })
  expect(tool).toMatchObject({ ...said, safe: true, timeout: false, output_schema })
})

it('takes the properties that a declaration has', () => {
  const tool = defineTool({
    name: 'refund',
    description: 'Pays money back.',
    input_schema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    confirmation: { require: 'always', immutable_params: ['amount'] },
    process: { before: { require: ['amount > 0'], on_fail: 'reask("How much?")' } },
    on_result: { set: { last_refund: 'result.id' }, do: [{ IF: 'result.id', LOG: 'Paid.' }] },
    execute: async ({ amount }) => ({ id: `r-${amount}` }),
  })
  expect(tool).toMatchObject({ confirmation: { require: 'always' }, on_result: { set: { last_refund: 'result.id' } } })
})
