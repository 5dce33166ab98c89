import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolSpec } from '../../../src/abl/index.ts'
import { addAblTools } from '../../../src/edit/abl-tools/add-abl-tools.ts'
import { removeAblTool } from '../../../src/edit/abl-tools/remove-abl-tool.ts'
import { abl, toolOf } from '../../helpers/abl.ts'
import { CORPUS } from '../../helpers/abl-corpus.ts'
import { toolSpec } from '../../helpers/abl-spec.ts'
import { PROPERTY_RUNS } from '../../helpers/property-runs.ts'

const path = 'agents/shop/tools/shop.tools.abl'

const PING: ToolSpec = toolOf(abl`
  TOOLS:
    ping(host: string) -> string
      description: "Ask whether a host is there"
      type: http
      endpoint: https://ping.example.com/{host}
      method: GET
      hints:
        latency: slow
`)

function add(text: string, tool: ToolSpec = PING): string {
  const result = addAblTools(Buffer.from(text), { path, tools: [tool] })
  if (result.outcome !== 'edit') throw new Error(JSON.stringify(result))
  return result.text
}

function remove(text: string, name: string): string {
  const result = removeAblTool(Buffer.from(text), { path, name })
  if (result.outcome !== 'edit') throw new Error(JSON.stringify(result))
  return result.text
}

function codeOf(text: string | Uint8Array, tool: ToolSpec = PING): string {
  const result = addAblTools(Buffer.from(text), { path, tools: [tool] })
  return result.outcome === 'refuse' ? `${result.code} ${result.line}` : result.outcome
}

const TWO = abl`
  # our shop
  TOOLS:
    base_url: "https://shop.example.com"   # production

    # finds orders
    find_order(id: string) -> object
      type: http
      endpoint: /orders/{id}
      method: GET

    count()
      description: |
        How many

          in all
      type: sandbox
      runtime: javascript
      code: |
        return 1
      # timeout: 3

  # the end
`

describe('adding tools to an ABL file', () => {
  it('puts the tool after the last one and its comments, and leaves every other byte', () => {
    const text = add(TWO)
    expect(text.startsWith(TWO.slice(0, TWO.indexOf('\n\n# the end')))).toBe(true)
    expect(text.slice(TWO.indexOf('\n\n# the end'))).toMatchInlineSnapshot(`
      "

        ping(host: string) -> string
          description: "Ask whether a host is there"
          type: http
          endpoint: "https://ping.example.com/{host}"
          method: GET
          hints:
            latency: slow

      # the end
      "
    `)
  })

  it('indents as the file does', () => {
    const tabs = 'TOOLS:\n\tfind() -> object\n\t\ttype: http\n\t\tendpoint: https://x.example.com\n\t\tmethod: GET'
    expect(add(tabs).slice(tabs.length)).toBe(
      '\n\n\tping(host: string) -> string\n\t\tdescription: "Ask whether a host is there"\n\t\ttype: http\n' +
        '\t\tendpoint: "https://ping.example.com/{host}"\n\t\tmethod: GET\n\t\thints:\n\t\t\tlatency: slow',
    )
    const four = 'TOOLS:\n    find() -> object\n        description: x\n'
    expect(add(four)).toContain('\n    ping(host: string) -> string\n        description')
  })

  it('keeps CRLF, the byte order mark and a compact list', () => {
    const text = '\ufeffTOOLS:\r\n  a() -> string\r\n    description: x\r\n  b() -> string\r\n    description: x\r\n'
    const after = add(text)
    expect(after.startsWith(text.slice(0, -2))).toBe(true)
    expect(after).toContain('x\r\n  ping(host: string) -> string\r\n    description')
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('leaves out what the shared defaults say', () => {
    const auth = 'TOOLS:\n  auth: bearer\n'
    const bearer = { ...PING, binding: { ...PING.binding, auth: 'bearer' } } as ToolSpec
    expect(add(auth, bearer)).not.toContain('auth: bearer\n    ')
    expect(add(auth, PING)).toContain('    auth: none\n')
  })

  it('begins an empty file', () => {
    expect(add('')).toMatch(/^TOOLS:\n {2}ping\(host: string\) -> string\n[\s\S]*slow\n$/)
  })

  it('is a no-op for the very same tool, and refuses another one of its name', () => {
    expect(codeOf(add(TWO))).toBe('noop')
    expect(codeOf(add(TWO), { ...PING, description: 'Other' })).toBe('NAME_TAKEN 22')
  })

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x54, 0xff]), 'NOT_UTF8 1'],
    ['merge markers', 'TOOLS:\n<<<<<<< a\n  a()\n=======\n>>>>>>> b\n', 'MERGE_CONFLICT 2'],
    ['lines that have no place', 'TOOLS:\n    a()\n  b()\n', 'SYNTAX_ERROR 3'],
    ['two sections', 'TOOLS:\n  a()\nTOOLS:\n  b()\n', 'SYNTAX_ERROR 3'],
    ['no section', '# only a comment\n', 'NO_TOOLS undefined'],
    ['a broken tool of the name', 'TOOLS:\n  ping(a string)\n', 'NAME_TAKEN undefined'],
  ])('refuses a file with %s', (_what, text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it('adds to a file whose other tools have errors of their own', () => {
    expect(codeOf('TOOLS:\n  a(x string)\n')).toBe('edit')
  })
})

describe('removing a tool from an ABL file', () => {
  it('takes its lines and its own comments, and leaves the comment above it', () => {
    expect(remove(TWO, 'count')).toBe(TWO.replace(/\n {2}count\(\)[\s\S]*timeout: 3\n/, ''))
    expect(remove(TWO, 'find_order')).toBe(TWO.replace(/ {2}find_order[\s\S]*GET\n\n/, ''))
  })

  it('does nothing when there is no such tool', () => {
    expect(removeAblTool(Buffer.from(TWO), { path, name: 'other' })).toEqual({ outcome: 'noop' })
    expect(removeAblTool(Buffer.from('# x\n'), { path, name: 'other' })).toEqual({ outcome: 'noop' })
  })
})

describe('adding, then removing', () => {
  const ENDS = ['', '\n', '\n\n', '\n  # tail\n', '\n# tail', '\n    # deep', '\n\n    # deep\n']
  const endings = fc.constantFrom('\n', '\r\n', '\r')

  it('gives the first bytes back, whatever the tool and the file', () => {
    const file = fc.constantFrom(...CORPUS.filter(text => text.startsWith('TOOLS:') || /^#/.test(text)), TWO, 'TOOLS:')
    const property = fc.property(toolSpec, file, fc.constantFrom(...ENDS), endings, (tool, base, end, ending) => {
      const text = (base.trimEnd() + end).replaceAll('\n', ending)
      const result = addAblTools(Buffer.from(text), { path, tools: [tool] })
      if (result.outcome !== 'edit') {
        expect(result).toMatchObject({ code: expect.stringMatching(/NAME_TAKEN|SYNTAX_ERROR/) })
        return
      }
      expect(remove(result.text, tool.name)).toBe(text)
    })
    fc.assert(property, { numRuns: PROPERTY_RUNS })
  })
})
