import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../../src/core/count-tokens.ts'
import type { CompactTools } from '../../../../src/core/tool.ts'
import { compactResult } from '../../../../src/tools/stages/present/compact.ts'
import { abl } from '../../../helpers/abl.ts'
import { tool } from '../../../helpers/agent-builder.ts'
import { staged } from '../../../helpers/staged.ts'

const noSummary: CompactTools = { summarise: async () => undefined }

function compact(value: unknown, parts: Partial<Parameters<typeof compactResult>[0]>, tools = noSummary) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return compactResult({ essentialFields: [], ...parts }, text, tools)
}

const long = 'word '.repeat(40).trim()

describe('a compacted result', () => {
  it('keeps essential fields word for word, through lists, and cuts long texts elsewhere', async () => {
    const result = {
      items: [
        { id: long, name: long },
        { id: '2', name: 'short' },
      ],
      note: long,
      count: 2,
    }
    const text = await compact(result, { essentialFields: ['items.id'], maxDescriptionLength: 10 })
    expect(JSON.parse(text)).toEqual({
      items: [
        { id: long, name: 'word word …' },
        { id: '2', name: 'short' },
      ],
      note: 'word word …',
      count: 2,
    })
  })

  it('keeps all that is below an essential field', async () => {
    const text = await compact(
      { a: { b: { c: long } }, d: long },
      { essentialFields: ['a.b'], maxDescriptionLength: 4 },
    )
    expect(JSON.parse(text)).toEqual({ a: { b: { c: long } }, d: 'word…' })
  })

  it('keeps one item that is named by its number', async () => {
    const text = await compact({ a: [long, long] }, { essentialFields: ['a[1]'], maxDescriptionLength: 4 })
    expect(JSON.parse(text)).toEqual({ a: ['word…', long] })
  })

  it('of a text is cut', async () => {
    expect(await compact(long, { maxDescriptionLength: 4 })).toBe('word…')
  })

  it('is as it was when nothing is long', async () => {
    const text = '{ "a" : 1 }'
    expect(await compact(text, { maxDescriptionLength: 10 })).toBe('{"a":1}')
    expect(await compact('plain', {})).toBe('plain')
  })

  it('never ends in half a character', async () => {
    expect(await compact('ab😀cd', { maxDescriptionLength: 3 })).toBe('ab…')
  })
})

describe('what is still too long', () => {
  const rows = Array.from({ length: 900 }, (_, id) => ({ id: id % 2, text: `row ${id} with some words` }))
  const result = { key: 'K-1', rows }

  it('is summarised, with the essential fields before it', async () => {
    const asked: [string, number][] = []
    const summarise: CompactTools['summarise'] = async (text, ms) => {
      asked.push([text, ms])
      return 'Many rows.'
    }
    const text = await compact(result, { essentialFields: ['key'] }, { summarise })
    expect(text).toBe('{"key":"K-1"}\nMany rows.')
    expect(asked).toEqual([[JSON.stringify(result), 3000]])
  })

  it('gets the time that the tool gives it', async () => {
    let given = 0
    const summarise: CompactTools['summarise'] = async (_text, ms) => {
      given = ms
      return 'x'
    }
    await compact(result, { summaryTimeoutMs: 50 }, { summarise })
    expect(given).toBe(50)
  })

  it('is cut when nobody summarises it in time', async () => {
    const text = await compact(result, { essentialFields: ['key'] })
    expect(text.startsWith('{"key":"K-1"}\n{"key":"K-1","rows":[')).toBe(true)
    expect(text.endsWith('…')).toBe(true)
    expect(countTokens(text)).toBeLessThanOrEqual(2_010)
    expect(countTokens(text)).toBeGreaterThan(1_500)
  })
})

describe('the compaction of a tool', () => {
  const source = (properties: string) => abl`
    TOOLS:
      look() -> any
        description: "Looks"
        type: http
        endpoint: "https://x.example.com"
        method: GET
        ${properties}
  `
  const options = { attempt: () => 1, code: [tool('plain')] }

  it('is its own, else that of its agent, else none', async () => {
    const compaction = { essentialFields: [], maxDescriptionLength: 4 }
    const own = await staged(source('compaction: {max_description_length: 9}'), {
      ...options,
      execution: { compaction },
    })
    expect(await own.definitions.look?.compact?.(long, noSummary)).toBe('word word…')
    expect(await own.definitions.plain?.compact?.(long, noSummary)).toBe('word…')
    const shared = await staged(source(''), { ...options, execution: { compaction } })
    expect(await shared.definitions.look?.compact?.(long, noSummary)).toBe('word…')
    expect((await staged(source(''), options)).definitions.look?.compact).toBeUndefined()
  })
})
