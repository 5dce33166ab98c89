import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const pages = ['README.md', 'bench/README.md', ...readdirSync(join(root, 'docs')).map(file => `docs/${file}`)]

/** A path in prose or in a drawing; a `<name>` or `*` in it makes it an example. */
const OWN_PATH = /(?<![\w/.-])(?:src|bin|scripts|test|bench)\/[\w./-]*[\w/-](?![\w<*])/g

describe.each(pages.filter(page => page.endsWith('.md')))('%s', page => {
  const text = readFileSync(join(root, page), 'utf8')

  it('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(match => match[1] ?? '')
    expect(targets.filter(target => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })

  it('names files of the repository that exist', () => {
    expect((text.match(OWN_PATH) ?? []).filter(path => !existsSync(join(root, path)))).toEqual([])
  })
})

it('lists the modules in the order that the test of the architecture holds', () => {
  const listed = [...read('docs/architecture.md').matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1])
  const held = /const ORDER = \[(.*?)\]/s.exec(read('test/architecture/module-order.test.ts'))?.[1] ?? ''
  expect(listed).toEqual([...held.matchAll(/'(\w+)'/g)].map(match => match[1]))
})

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
