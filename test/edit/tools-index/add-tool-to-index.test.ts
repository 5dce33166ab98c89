import { describe, expect, it } from 'vitest'
import { addToolToIndex } from '../../../src/edit/tools-index/add-tool-to-index.ts'
import { source } from '../../helpers/source.ts'

const entry = { tool: 'ping', file: 'ping', exp: 'ping' }

async function add(text: string): Promise<string> {
  const result = await addToolToIndex(Buffer.from(text), entry)
  return result.outcome === 'edit' ? result.text : JSON.stringify(result)
}

async function refusal(text: string | Uint8Array): Promise<string> {
  const result = await addToolToIndex(Buffer.from(text), entry)
  return result.outcome === 'refuse' ? `${result.code}:${result.line}` : result.outcome
}

/** The array that results when `before` is the exported one. */
async function array(before: string): Promise<string> {
  const head = "import { pong } from './pong.js'\n"
  const after = await add(`${head}export const tools = ${before}\n`)
  return after.replace("import { ping } from './ping.js'\n", '').slice(`${head}export const tools = `.length, -1)
}

describe('addToolToIndex', () => {
  it('adds the import after the last one and the entry after the last one', async () => {
    const before = source`
      import type { ToolDefinition } from 'loopengine'
      import { pong } from './pong.js'

      export const tools: ToolDefinition[] = [
        pong, // answers
        // more to come
      ]
    `
    expect(await add(before)).toBe(source`
      import type { ToolDefinition } from 'loopengine'
      import { pong } from './pong.js'
      import { ping } from './ping.js'

      export const tools: ToolDefinition[] = [
        pong, // answers
        ping,
        // more to come
      ]
    `)
  })

  it.each([
    ['[]', '[ping]'],
    ['[ ]', '[ ping ]'],
    ['[/* none */]', '[/* none */ ping]'],
    ['[pong]', '[pong, ping]'],
    ['[pong,]', '[pong, ping,]'],
    ['[pong,pong]', '[pong,pong,ping]'],
    ['[ pong, pong ]', '[ pong, pong, ping ]'],
    ['[pong /* c */]', '[pong /* c */, ping]'],
    ['[...pong]', '[...pong, ping]'],
    ['[\n]', '[\n  ping,\n]'],
    ['[\n  // none\n]', '[\n  // none\n  ping,\n]'],
    ['[ // none\n]', '[ // none\n  ping,\n]'],
    ['[\n\tpong\n]', '[\n\tpong,\n\tping\n]'],
    ['[\n  pong // c\n]', '[\n  pong, // c\n  ping\n]'],
    ['[\n  pong /* c */\n]', '[\n  pong /* c */,\n  ping\n]'],
    ['[\n  pong, pong,\n]', '[\n  pong, pong, ping,\n]'],
    ['[\n  pong,\n  pong]', '[\n  pong,\n  pong,\n  ping]'],
    ['[pong,\n  pong]', '[pong,\n  pong, ping]'],
    ['[\n    pong\n  , pong\n]', '[\n    pong\n  , pong\n  , ping\n]'],
    ['[\n  pong, pong // c\n]', '[\n  pong, pong, // c\n  ping\n]'],
    ['[\n  {\n    name: "x",\n  },\n]', '[\n  {\n    name: "x",\n  },\n  ping,\n]'],
  ])('keeps the shape of %j', async (before, after) => {
    expect(await array(before)).toBe(after)
  })

  it.each([
    'export const tools = <Tool[]>[HERE]',
    'export const tools = [HERE] as const satisfies readonly Tool[]',
    'export const tools = Object.freeze([HERE])',
    'export const tools = defineTools("x", [HERE])',
    'export const tools = ([HERE] as Tool[]).filter(Boolean).concat(more)',
    'export default [HERE]',
    'const tools = [HERE]\nexport { tools }',
    'const all = [HERE]\nexport { all as tools }',
    'const all = [HERE]\nexport default Object.freeze(all)',
    'function f() { const tools = [] }\nexport const text = `export const tools = []`, tools = [HERE]',
  ])('finds the array in %j', async shape => {
    const head = "import './setup.js'\n"
    const after = await add(`${head}${shape.replace('HERE', '')}\n`)
    expect(after).toBe(`${head}import { ping } from './ping.js'\n${shape.replace('HERE', 'ping')}\n`)
  })

  it.each([
    ["import { a } from './a.ts'", "import { ping } from './ping.ts'"],
    ['import { a } from "./a";', 'import { ping } from "./ping";'],
    ["import {a} from '../a.mjs'", "import {ping} from './ping.mjs'"],
    ['import type { A } from "loopengine";', 'import { ping } from "./ping.js";'],
    [
      "import { a } from './a.ts'\nimport data from './data.json' with { type: 'json' }",
      "import { ping } from './ping.ts'",
    ],
    ["import { a } from './a.js'\nimport type { B } from './b.ts'", "import { ping } from './ping.js'"],
  ])('writes the import as %j is written', async (imports, expected) => {
    expect(await add(`${imports}\n\nexport const tools = []\n`)).toBe(
      `${imports}\n${expected}\n\nexport const tools = [ping]\n`,
    )
  })

  it('puts the import before a line that a semicolon guards', async () => {
    const after = await add("import { a } from './a.js'\n;[1].forEach(a)\nexport const tools = []\n")
    expect(after).toBe(
      "import { a } from './a.js'\nimport { ping } from './ping.js'\n;[1].forEach(a)\nexport const tools = [ping]\n",
    )
  })

  it.each([
    ['#!/usr/bin/env tsx\n', ''],
    ["'use strict'\n", ''],
    ['/* Copyright */\n', '/** Tools. */\n'],
    ['// about\n\n', '// attached\n'],
    ['// @ts-check\n', ''],
  ])('puts the first import between %j and %j', async (head, attached) => {
    const after = await add(`${head}${attached}export const tools = []\n`)
    expect(after).toBe(`${head}import { ping } from './ping.js'\n\n${attached}export const tools = [ping]\n`)
  })

  it('keeps a byte order mark, CRLF and a missing final newline', async () => {
    expect(await add("\ufeffimport './a.js'\r\nexport const tools = [\r\n]")).toBe(
      "\ufeffimport './a.js'\r\nimport { ping } from './ping.js'\r\nexport const tools = [\r\n  ping,\r\n]",
    )
  })

  it('makes the module in a file without code', async () => {
    expect(await add('// tools\n')).toBe(source`
      // tools

      import type { ToolDefinition } from 'loopengine'
      import { ping } from './ping.js'

      export const tools: ToolDefinition[] = [ping]
    `)
  })

  it('pushes where the module pushes', async () => {
    const before = 'export const tools: Tool[] = [];\ntools.push(pong); // answers\n'
    expect(await add(`import './a.js';\n${before}`)).toBe(
      `import './a.js';\nimport { ping } from './ping.js';\n${before}tools.push(ping);\n`,
    )
  })

  it.each([
    "import { ping } from './ping.js'\nexport const tools = [ping]\n",
    "import { ping as p } from './ping.js'\nexport const tools = [p]\n",
    "import * as all from './all.js'\nexport const tools = [all.ping]\n",
    "export const tools = [{ name: 'ping' }]\n",
    "export const tools = [defineTool({ name: 'ping' })]\n",
    'const base = [ping]\nexport const tools = [...base]\n',
  ])('has nothing to do in %j', async text => {
    expect(await refusal(text)).toBe('noop')
  })

  it('uses an import that is already there', async () => {
    const before = "import { ping as p } from './ping.js'\nexport const tools = []\n"
    expect(await add(before)).toBe(before.replace('[]', '[p]'))
  })

  it.each([
    ['export const tools = [\n', 'SYNTAX_ERROR:2'],
    ['<<<<<<< ours\nexport const tools = []\n=======\n>>>>>>> theirs\n', 'MERGE_CONFLICT:1'],
    ['export const other = []\n', 'NO_TOOLS_EXPORT:1'],
    ["\nexport { tools } from './all.js'\n", 'REEXPORT:2'],
    ["import { tools } from './all.js'\nexport { tools }\n", 'REEXPORT:2'],
    ["export * from './all.js'\n", 'REEXPORT:1'],
    ['\nexport const tools = build(a, b)\n', 'NOT_AN_ARRAY_LITERAL:2'],
    ['export const { tools } = all\n', 'NOT_AN_ARRAY_LITERAL:1'],
    ['export function tools() {}\n', 'NOT_AN_ARRAY_LITERAL:1'],
    ['export let tools = [pong]\ntools = other\n', 'NOT_AN_ARRAY_LITERAL:2'],
    ['const a = require("a")\nmodule.exports = { tools: [a] }\n', 'COMMONJS:2'],
    ['const ping = 1\nexport const tools = []\n', 'NAME_TAKEN:1'],
    ["import { ping } from 'net'\nexport const tools = []\n", 'NAME_TAKEN:1'],
    ['export const tools = [\n  ...(x ? [ping] : []),\n]\n', 'NESTED_IN_EXPRESSION:2'],
    ['export const tools = []\nif (x) tools.push(ping)\n', 'REFERENCED_ELSEWHERE:2'],
  ])('refuses %j with %s', async (text, expected) => {
    expect(await refusal(text)).toBe(expected)
  })

  it('refuses bytes that are not UTF-8, naming the line', async () => {
    expect(await refusal(Uint8Array.of(0x2f, 0x2f, 10, 0x2f, 0x2f, 0xe9, 10))).toBe('NOT_UTF8:2')
  })
})
