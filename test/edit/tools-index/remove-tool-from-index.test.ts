import { describe, expect, it } from 'vitest'
import { removeToolFromIndex } from '../../../src/edit/tools-index/remove-tool-from-index.ts'
import { source } from '../../helpers/source.ts'

const entry = { tool: 'ping', file: 'ping', exp: 'ping' }

async function remove(text: string): Promise<string> {
  const result = await removeToolFromIndex(Buffer.from(text), entry)
  if (result.outcome === 'edit') return result.text
  return result.outcome === 'refuse' ? `${result.code}:${result.line}` : result.outcome
}

/** The array that results when `before` is the exported one. */
async function array(before: string): Promise<string> {
  const after = await remove(`export const tools = ${before}\n`)
  return after.slice('export const tools = '.length, -1)
}

describe('removeToolFromIndex', () => {
  it('takes the entry, its comment, its directives and its import, and nothing else', async () => {
    const before = source`
      import { pong } from './pong.js'
      // @ts-expect-error no types
      import { ping } from './ping.js' // generated

      export const tools = [
        pong,
        // network
        // eslint-disable-next-line no-undef
        ping, // answers
        // the end
      ]
    `
    expect(await remove(before)).toBe(source`
      import { pong } from './pong.js'

      export const tools = [
        pong,
        // network
        // the end
      ]
    `)
  })

  it.each([
    ['[ping]', '[]'],
    ['[ping,]', '[]'],
    ['[ ping ]', '[ ]'],
    ['[pong, ping]', '[pong]'],
    ['[ping, pong]', '[pong]'],
    ['[pong, ping, pong]', '[pong, pong]'],
    ['[pong, ping,]', '[pong,]'],
    ['[pong /* c */, ping]', '[pong /* c */]'],
    ['[ping /* c */, /* d */ pong]', '[/* d */ pong]'],
    ['[\n  ping,\n]', '[\n]'],
    ['[\n  pong, // c\n  ping // d\n]', '[\n  pong // c\n]'],
    ['[\n  /* c */ ping,\n  pong,\n]', '[\n  /* c */\n  pong,\n]'],
    ['[\n  ping, pong,\n]', '[\n  pong,\n]'],
    ['[\n  pong, ping,\n  pong,\n]', '[\n  pong,\n  pong,\n]'],
    ['[\n  pong,\n  ping]', '[\n  pong]'],
    ['[ping,\n  pong]', '[\n  pong]'],
    ['[\n    ping\n  , pong\n]', '[\n    pong\n]'],
    ['[\n    pong\n  , ping // c\n  , pong\n]', '[\n    pong\n  , pong\n]'],
    ['[\n  pong, // c\n  ping]', '[\n  pong // c\n]'],
    ["[\n  {\n    name: 'ping',\n  },\n  pong,\n]", '[\n  pong,\n]'],
    ['[ping, pong, ping as Tool]', '[pong]'],
  ])('takes the entry out of %j', async (before, after) => {
    expect(await array(before)).toBe(after)
  })

  it.each([
    ["import { ping, pong } from './all.js'", "import { pong } from './all.js'"],
    ["import {\n  pong,\n  ping,\n} from './all.js'", "import {\n  pong,\n} from './all.js'"],
    ["import ping, { pong } from './ping.js'", "import { pong } from './ping.js'"],
    ["import pong, { ping } from './all.js'", "import pong from './all.js'"],
    [
      "import { type Pong, ping } from './ping.js'; type P = Pong",
      "import { type Pong } from './ping.js'; type P = Pong",
    ],
    ["import { pong } from './pong.js'; import { ping } from './ping.js'", "import { pong } from './pong.js';"],
    ["import { ping } from './ping.js'; import { pong } from './pong.js'", "import { pong } from './pong.js'"],
  ])('takes the name out of %j', async (before, after) => {
    expect(await remove(`${before}\nexport const tools = [ping, pong]\n`)).toBe(
      `${after}\nexport const tools = [pong]\n`,
    )
  })

  it('keeps an import that something else uses', async () => {
    const before = "import { ping } from './ping.js'\nexport const named = { ping }\nexport const tools = [ping]\n"
    expect(await remove(before)).toBe(before.replace('[ping]', '[]'))
  })

  it('is not misled by inner scopes, properties and strings of the same name', async () => {
    const rest = "export const f = (ping: string) => ping + 'ping' + g.ping\n"
    expect(await remove(`import { ping } from './ping.js'\n${rest}export const tools = [ping]\n`)).toBe(
      `${rest}export const tools = []\n`,
    )
  })

  it('takes a pushed tool out', async () => {
    const before = 'export const tools: Tool[] = []\ntools.push(pong, ping)\ntools.push(ping)\n'
    expect(await remove(before)).toBe('export const tools: Tool[] = []\ntools.push(pong)\n')
  })

  it('takes an import along that nothing lists', async () => {
    expect(await remove("import './a.js'\nimport { ping } from './ping.js'\nexport const tools = []\n")).toBe(
      "import './a.js'\nexport const tools = []\n",
    )
  })

  it.each([
    ['export const tools = [pong]\n', 'noop'],
    ['// nothing\n', 'noop'],
    ['export const tools = [\n  audit(ping),\n]\n', 'NESTED_IN_EXPRESSION:2'],
    ['export const tools = [ping]\nif (x) tools.push(ping)\n', 'REFERENCED_ELSEWHERE:2'],
    ['const base = [ping]\nexport const tools = [...base]\n', 'REFERENCED_ELSEWHERE:1'],
    [
      "import { ping } from './ping.js'\nexport const named = [ping]\nexport const tools = []\n",
      'REFERENCED_ELSEWHERE:2',
    ],
    ["export { tools } from './all.js'\n", 'REEXPORT:1'],
    ["export { ping } from './ping.js'\nexport const tools = [ping]\n", 'REFERENCED_ELSEWHERE:1'],
    ["export * from './ping.js'\nexport const tools = [pong]\n", 'REFERENCED_ELSEWHERE:1'],
    ["import { ping } from './ping.js'\nexport const tools = [ping]\nexport { ping as p }\n", 'REFERENCED_ELSEWHERE:3'],
    ["export { ping } from './other.js'\nexport const tools = [pong]\n", 'noop'],
    ['export const tools = [ping\n', 'SYNTAX_ERROR:2'],
  ])('answers %j with %s', async (text, expected) => {
    expect(await remove(text)).toBe(expected)
  })
})
