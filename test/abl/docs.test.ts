import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BINDINGS } from '../../src/abl/bindings/index.ts'
import { keysOf } from '../../src/abl/codec/record.ts'
import { CODES, checkAbl, FUNCTION_NAMES } from '../../src/abl/index.ts'
import { COMMON } from '../../src/abl/properties/common.ts'
import { dedent, files } from '../helpers/abl.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/abl.md'), 'utf8')

describe('docs/abl.md', () => {
  it('lists every code with its severity and its subject', () => {
    const listed = [...page.matchAll(/^\| (ABL\d{4}) \| (\w+) \| (.+) \|$/gm)].map(([, code, severity, title]) => [
      code,
      severity,
      title,
    ])
    expect(listed).toEqual(Object.entries(CODES).map(([code, { severity, title }]) => [code, severity, title]))
  })

  it('names every function', () => {
    expect(FUNCTION_NAMES.filter(name => !new RegExp(`\`${name}\\b`).test(page))).toEqual([])
  })

  it('names every property of a tool', () => {
    const keys = [COMMON, ...Object.values(BINDINGS).map(binding => binding.fields)].flatMap(fields => [
      ...keysOf(fields).keys(),
    ])
    expect(keys.filter(key => !new RegExp(`\`${key}\`|\`${key}:`).test(page))).toEqual([])
  })

  it('shows files that are read without a problem', () => {
    const fences = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    const blocks = fences.flatMap(([, language, text]) => (language === '' && text ? [text] : []))
    const [orders = '', agent = ''] = blocks
    const read = files({ 'agents/desk/tools/orders.tools.abl': orders })
    expect(checkAbl(orders, { file: 'agents/desk/tools/orders.tools.abl' }).diagnostics).toEqual([])
    const { diagnostics, tools } = checkAbl(agent, { file: 'agents/desk/agent.abl', read })
    expect(diagnostics).toEqual([])
    expect(tools.map(tool => tool.name)).toEqual(['count_words', 'find_order'])
    const fragments = blocks.filter(block => /^ {2,4}(?:charge|on_result)/.test(block))
    expect(fragments).toHaveLength(2)
    for (const fragment of fragments) {
      const tool = fragment.startsWith('    ')
        ? `  f()\n    description: "x"\n${fragment}`
        : fragment.replace(/\n/, '\n    description: "x"\n')
      expect(checkAbl(`TOOLS:\n${tool}`, { file: 'x.tools.abl' }).diagnostics).toEqual([])
    }
    expect(dedent(orders)).toBe(orders)
  })
})
