import { beforeAll, describe, expect, it } from 'vitest'
import { importsOf, readToolFile, type ToolReading } from '../../src/abilities/read-tool-file.ts'
import { type Compiler, loadCompiler } from '../../src/edit/typescript.ts'

let compiler: Compiler

beforeAll(async () => {
  compiler = await loadCompiler()
})

function told(text: string): string {
  const { tool, diagnostics } = readToolFile(compiler, text, 'tools/x.ts')
  return tool ? wordsOf(tool) : diagnostics.map(({ message }) => message).join()
}

function wordsOf({ export: exported, name, safe }: ToolReading): string {
  const [nameWord, safeWord] = [name, safe].map(reading =>
    reading.kind === 'value' ? String(reading.value) : reading.kind,
  )
  return `${exported} ${nameWord} ${safeWord}`
}

describe('a tool in the text of its file', () => {
  it.each([
    ["export const a = defineTool({ name: 'x', safe: true, input_schema: {}, execute: () => 1 })", 'a x true'],
    ["export const a: ToolDefinition = { name: 'x', execute() {} }", 'a x absent'],
    ['export const a = { name: `x`, safe: false, execute() {} } satisfies ToolDefinition', 'a x false'],
    ["const a = { 'name': 'x', execute() {} }\nexport { a as b }", 'b x absent'],
    ["const definition = { name: 'x', execute() {} }\nexport const a = definition", 'a x absent'],
    ["export const MAX = 3\nexport const a = { name: 'x', execute() {} }", 'a x absent'],
    ["export default defineTool({ name: 'x', execute() {} })", 'default x absent'],
    ['export const a = { name: NAME, safe: SAFE, execute() {} }', 'a unreadable unreadable'],
    ["export const a = { name: 'x', safe: isSafe(), execute() {} }", 'a x unreadable'],
    ["export const a = { name: 'x', safe: 'yes', execute() {} }", 'a x unreadable'],
    ["export const a = { name: 'x', safe: true, ...rest, execute() {} }", 'a unreadable unreadable'],
    ["export const a = { ...rest, name: 'x', execute() {} }", 'a x unreadable'],
    ["export const a = { name: 'x', ['safe']: true, execute() {} }", 'a unreadable unreadable'],
    ["export const a = { name: 'x', get safe() { return true }, execute() {} }", 'a x unreadable'],
    ["export const a = { name: 'x', safe: true, safe: false, execute() {} }", 'a x false'],
    ['export const a = makeTool()', 'a unreadable unreadable'],
    ["export { a } from './other.js'", 'a unreadable unreadable'],
  ])('%s', (text, wanted) => {
    expect(told(text)).toBe(wanted)
  })

  it('is missing in a file that only exports types and functions', () => {
    expect(told('export interface X { a: 1 }\nexport function f() {}\nexport type { Y } from "./y"')).toBe(
      'The file exports no tool.',
    )
  })
})

describe('the imports of a file', () => {
  it('are those of every form; what Node and loopengine bring aside', () => {
    const text = `import fs from 'node:fs'
import { join } from 'path'
import { defineTool } from 'loopengine'
import { x } from 'loopengine/testing'
import type { T } from '../lib/t.js'
export * from './all.js'
import deep from '@acme/kit/deep'
const later = () => import('lodash/fp')
const old = require('./old.cjs')
`
    expect(importsOf(compiler, text)).toEqual({
      relative: ['../lib/t.js', './all.js', './old.cjs'],
      packages: ['@acme/kit', 'lodash'],
    })
  })
})
