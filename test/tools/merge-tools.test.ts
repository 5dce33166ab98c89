import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { getOwn } from '../../src/core/json.ts'
import type { ToolContext } from '../../src/core/tool.ts'
import { mergeTools, type ToolSource } from '../../src/tools/merge-tools.ts'
import { systemTools } from '../../src/tools/system/index.ts'
import { schemaCompiler } from '../../src/tools/validate-input.ts'
import { tool } from '../helpers/agent-builder.ts'

function from(file: string, ...definitions: unknown[]): ToolSource[] {
  return definitions.map(definition => ({ definition, kind: 'local', file }))
}

function merged(sources: ToolSource[]): ReturnType<typeof mergeTools> {
  return mergeTools(sources, schemaCompiler())
}

function problem(definition: unknown): Diagnostic | undefined {
  return merged(from('tools/index.ts', definition)).diagnostics[0]
}

const context = {} as ToolContext

describe('merging', () => {
  it('puts tools of every kind in one table and keeps where each came from', () => {
    const { tools, diagnostics } = merged([...from('tools/index.ts', tool('get_order')), ...systemTools('/p')])
    expect(diagnostics).toEqual([])
    expect(Object.values(tools).map(({ kind, file, definition }) => [kind, file, definition.name])).toEqual([
      ['local', 'tools/index.ts', 'get_order'],
      ['system', 'loopengine', 'readFile'],
      ['system', 'loopengine', 'system_ask_user'],
    ])
  })

  it('gives each tool the check of its arguments', async () => {
    const order = tool('get_order', {
      input_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    })
    const { tools } = merged(from('a.ts', order))
    expect(await tools.get_order?.definition.prepare?.({ id: 1 }, context)).toMatchObject({ kind: 'outcome' })
    expect(await tools.get_order?.definition.prepare?.({ id: 'A' }, context)).toEqual({
      kind: 'ready',
      input: { id: 'A' },
    })
  })

  it("leaves a tool's own prepare in place", async () => {
    const own = tool('own', { prepare: async () => ({ kind: 'ready', input: { mine: true } }) })
    const { tools } = merged(from('a.ts', own))
    expect(await tools.own?.definition.prepare?.({}, context)).toEqual({ kind: 'ready', input: { mine: true } })
  })

  it('does not change what the user exported', () => {
    const order = tool('get_order')
    merged(from('a.ts', order))
    expect(order).not.toHaveProperty('prepare')
  })

  it('keeps `this` of a tool that is an object of a class', async () => {
    class Counter {
      readonly name = 'count'
      readonly description = 'Counts.'
      readonly input_schema = { type: 'object', properties: {} }
      #count = 0
      execute(): number {
        this.#count++
        return this.#count
      }
    }
    const { tools } = merged(from('a.ts', new Counter()))
    expect(await tools.count?.definition.execute({}, context)).toBe(1)
    expect(await tools.count?.definition.execute({}, context)).toBe(2)
  })

  it('holds names that every object has', () => {
    const { tools } = merged(from('a.ts', tool('constructor'), tool('toString')))
    expect(Object.keys(tools)).toEqual(['constructor', 'toString'])
    expect(getOwn(tools, 'hasOwnProperty')).toBeUndefined()
  })
})

describe('a clash', () => {
  it('names both files and keeps neither tool', () => {
    const { tools, diagnostics } = merged([
      ...from('agents/a/tools/index.ts', tool('get_order'), tool('other')),
      ...from('agents/a/orders.tools.abl', tool('get_order')),
    ])
    expect(Object.keys(tools)).toEqual(['other'])
    expect(diagnostics).toEqual([
      {
        code: 'TOOL_CLASH',
        severity: 'error',
        file: 'agents/a/orders.tools.abl',
        message: 'Tool `get_order` is defined in agents/a/tools/index.ts and in agents/a/orders.tools.abl.',
        hint: expect.any(String),
      },
    ])
  })

  it('inside one file says so', () => {
    expect(merged(from('a.ts', tool('x'), tool('x'))).diagnostics[0]?.message).toBe(
      'Tool `x` is defined twice in a.ts.',
    )
  })

  it('with a system tool takes that name away from both', () => {
    const { tools, diagnostics } = merged([...from('a.ts', tool('readFile')), ...systemTools('/p')])
    expect(diagnostics.map(({ code }) => code)).toEqual(['TOOL_CLASH'])
    expect(Object.keys(tools)).toEqual(['system_ask_user'])
  })

  it('of three is said twice', () => {
    const { tools, diagnostics } = merged(from('a.ts', tool('x'), tool('x'), tool('x')))
    expect([diagnostics.length, Object.keys(tools)]).toEqual([2, []])
  })
})

describe('what is no tool is said, naming it', () => {
  const cases: [string, unknown, string, string][] = [
    ['a text', 'get_order', 'TOOL_SHAPE', 'Expected a tool, got string.'],
    ['nothing', undefined, 'TOOL_SHAPE', 'Expected a tool, got undefined.'],
    ['null', null, 'TOOL_SHAPE', 'Expected a tool, got null.'],
    ['a list', [tool('x')], 'TOOL_SHAPE', 'Expected a tool, got a list.'],
    ['no name', { ...tool('x'), name: undefined }, 'TOOL_NAME', 'A tool has no `name`.'],
    ['an empty name', { ...tool('x'), name: '' }, 'TOOL_NAME', 'A tool has no `name`.'],
    ['a name that models refuse', tool('get order'), 'TOOL_NAME', "`get order` can't be a tool's name."],
    ['a name with a hyphen', tool('get-order'), 'TOOL_NAME', "`get-order` can't be a tool's name."],
    ['a name that begins with a digit', tool('1st'), 'TOOL_NAME', "`1st` can't be a tool's name."],
    ['a name of 65 letters', tool('a'.repeat(65)), 'TOOL_NAME', `\`${'a'.repeat(65)}\` can't be a tool's name.`],
    ['no execute', { ...tool('x'), execute: undefined }, 'TOOL_EXECUTE', 'Tool `x` has no `execute` function.'],
    ['a blank description', tool('x', { description: ' ' }), 'TOOL_DESCRIPTION', 'Tool `x` has no `description`.'],
    ['no schema', { ...tool('x'), input_schema: undefined }, 'TOOL_SCHEMA', 'Tool `x` has no `input_schema`.'],
    [
      'a schema that is none',
      tool('x', { input_schema: { type: 'object', properties: { a: { type: 'txt' } } } }),
      'TOOL_SCHEMA',
      '`input_schema` of tool `x` is not a usable JSON Schema: schema is invalid: data/properties/a/type must be equal to one of the allowed values',
    ],
    [
      'a limit in words',
      { ...tool('x'), timeout: '30s' },
      'TOOL_TIMEOUT',
      '`timeout` of tool `x` must be milliseconds above 0, or false, got "30s".',
    ],
    [
      'a limit without end',
      tool('x', { timeout: Number.POSITIVE_INFINITY }),
      'TOOL_TIMEOUT',
      '`timeout` of tool `x` must be milliseconds above 0, or false, got Infinity.',
    ],
    [
      'a limit of nothing',
      tool('x', { timeout: 0 }),
      'TOOL_TIMEOUT',
      '`timeout` of tool `x` must be milliseconds above 0, or false, got 0.',
    ],
    [
      'a safe that is no yes or no',
      { ...tool('x'), safe: 'yes' },
      'TOOL_SAFE',
      '`safe` of tool `x` must be true or false, got "yes".',
    ],
  ]
  for (const [name, definition, code, message] of cases) {
    it(name, () => {
      expect(problem(definition)).toEqual({
        code,
        message,
        severity: 'error',
        file: 'tools/index.ts',
        hint: expect.any(String),
      })
    })
  }

  it('and never stops the others', () => {
    const { tools } = merged(from('a.ts', null, tool('good'), { name: 'bad' }))
    expect(Object.keys(tools)).toEqual(['good'])
  })
})
