import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
const documented = new Set([...page.matchAll(/`([A-Za-z][A-Za-z0-9_]*)`/g)].map(([, code]) => code))

const MADE = [/(?:new LoopengineError|usageError)\(\s*'(\w+)'/g, /\bcode: '(\w+)'/g]
/** Of Node and of ajv, none of them printed. */
const FOREIGN = new Set(['EEXIST', 'ENOTFOUND', 'undefined'])

function codesInSources(): string[] {
  const source = join(root, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.startsWith('templates'),
  )
  const codes = files.flatMap(file => {
    const text = readFileSync(join(source, file), 'utf8')
    return MADE.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] ?? ''))
  })
  return [...new Set(codes)].filter(code => !FOREIGN.has(code) && !/^ABL\d/.test(code)).toSorted()
}

it('docs/errors.md has every code with its cause', () => {
  expect(codesInSources().filter(code => !documented.has(code))).toEqual([])
})
