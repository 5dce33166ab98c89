import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AblFile, checkAbl, formatAbl, parseAbl, planExport, planImport } from '../../src/abl/index.ts'
import { codeFrame, type Diagnostic } from '../../src/core/diagnostic.ts'
import { codes, files } from '../helpers/abl.ts'
import { CORPUS } from '../helpers/abl-corpus.ts'
import { PROPERTY_RUNS } from '../helpers/property-runs.ts'

const read = files({ 'agents/desk/tools/shop.tools.abl': CORPUS[0] ?? '' })
const FILES = ['agents/desk/agent.abl', 'agents/desk/tools/x.tools.abl']

/** Reads a text in every way there is; gives the diagnostics of the text itself. */
function readAll(source: string): Diagnostic[] {
  return FILES.flatMap(file => {
    const parsed: AblFile = parseAbl(source, { file })
    const checked = checkAbl(source, {
      file,
      read,
      strict: true,
      known: { config: [], tool: [], mcpServer: [], step: [] },
    })
    formatAbl(source, { file })
    planExport([{ path: file, text: source }], read)
    planImport([{ path: file, text: source }])
    return [...parsed.diagnostics, ...checked.diagnostics].filter(diagnostic => diagnostic.file === file)
  })
}

function expectInside(source: string, diagnostics: readonly Diagnostic[]): void {
  for (const { range } of diagnostics.slice(0, 20)) if (range) codeFrame(source, range)
  const lines = source.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (const { range, message } of diagnostics) {
    const { start, end } = range ?? { start: { line: 0, column: 0 }, end: { line: 0, column: 0 } }
    const inside = [start, end].every(
      ({ line, column }) =>
        line >= 1 && column >= 1 && column <= (lines[line - 1] ?? '').length + 1 && line <= lines.length,
    )
    const ordered = start.line < end.line || (start.line === end.line && start.column <= end.column)
    if (!inside || !ordered) throw new Error(`${message} at ${JSON.stringify(range)} of ${JSON.stringify(source)}`)
  }
}

const PIECES = [
  'TOOLS:',
  'AGENT: x',
  'EXECUTION:',
  '\n',
  '\n  ',
  '\n    ',
  '\n      ',
  '\n        ',
  '\n\t',
  ' ',
  '  ',
  'f(a: string)',
  '-> {b: number}',
  'type: http',
  'type: sandbox',
  'endpoint: "/x/{a}"',
  'method: GET',
  'code: |',
  'parameters:',
  'a:',
  'source: system',
  'value: session.x',
  'properties:',
  'items:',
  'default: [1, {a: 2}]',
  'do:',
  '- ',
  '- IF: a == 1',
  '- ELSE:',
  'SET: x = 1',
  'LOG: "{{a}}"',
  'on_result:',
  'set:',
  'process:',
  'before: {require: [a > 0, b]}',
  'on_fail: block("x")',
  'file: "./tools/shop.tools.abl" [find_order]',
  'base_url: "https://h"',
  'headers: {X-A: "1"}',
  'request_variants:',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  '{{',
  '}}',
  '(',
  ')',
  ',',
  ':',
  '#',
  ' # note',
  '|',
  '>',
  '->',
  '=',
  '\\',
  '\r',
  '\ufeff',
  '\u0000',
  '😀',
  '\ud800',
  'query_params: [{key: a, value: b}]',
]

describe('hostile input', () => {
  it('any bytes are read without an exception, and every diagnostic stands inside the file', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        const source = new TextDecoder().decode(bytes)
        expectInside(source, readAll(source))
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('any text is read without an exception, and every diagnostic stands inside the file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), source => expectInside(source, readAll(source))),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('so is any jumble of the pieces of the language', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), parts => {
        const source = `TOOLS:\n  ${parts.join('')}`
        expectInside(source, readAll(source))
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('so is any file that was cut, or in which something was put or left out', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(30),
      put: fc.constantFrom('', ...PIECES),
    })
    fc.assert(
      fc.property(fc.constantFrom(...CORPUS), fc.array(change, { minLength: 1, maxLength: 3 }), (source, changes) => {
        const bent = changes.reduce((text, { at, length, put }) => {
          const start = Math.floor(at * text.length)
          return text.slice(0, start) + put + text.slice(start + length)
        }, source)
        expectInside(bent, readAll(bent))
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it.each<[string, string, string]>([
    ['brackets in a type', `TOOLS:\n  f(a: ${'{a: '.repeat(10_000)}string)`, 'ABL1004'],
    ['closed brackets in a type', `TOOLS:\n  f(a: ${'{a: '.repeat(10_000)}string${'}'.repeat(10_000)})`, 'ABL1010'],
    ['generics', `TOOLS:\n  f(a: ${'array<'.repeat(10_000)}string${'>'.repeat(10_000)})`, 'ABL1010'],
    ['dimensions', `TOOLS:\n  f(a: string${'[]'.repeat(10_000)})`, 'ABL1010'],
    ['a default', `TOOLS:\n  f(a: any = ${'['.repeat(10_000)}${']'.repeat(10_000)})`, 'ABL1010'],
    ['a flow map', `TOOLS:\n  f()\n    process: ${'{before: '.repeat(10_000)}${'}'.repeat(10_000)}`, 'ABL2007'],
    [
      'fields',
      `TOOLS:\n  f(a: object)\n    parameters: {a: {properties: ${'{b: {properties: '.repeat(5_000)}x${'}}'.repeat(5_000)}}}`,
      'ABL1010',
    ],
    ['actions', `TOOLS:\n  f()\n    on_result: {do: ${'[{DO: '.repeat(5_000)}x${'}]'.repeat(5_000)}}`, 'ABL1010'],
    ['an expression', `TOOLS:\n  f()\n    on_result: {set: {x: ${'('.repeat(9_000)}1${')'.repeat(9_000)}}}`, 'ABL2013'],
    ['a template', `TOOLS:\n  f()\n    on_result: {do: [{LOG: "${'{{#if a}}'.repeat(10_000)}"}]}`, 'ABL2013'],
    [
      'blocks',
      `TOOLS:\n${Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level * 2 + 2)}a${level}:`).join('\n')}`,
      'ABL1010',
    ],
    [
      'list entries',
      `TOOLS:\n  f()\n    on_result:\n      do:\n${Array.from({ length: 500 }, (_, level) => `${' '.repeat(8 + level * 4)}- DO:`).join('\n')}`,
      'ABL1010',
    ],
  ])('%s nested thousands deep are refused without a stack', (_, source, code) => {
    const diagnostics = readAll(source)
    expect(codes(diagnostics)).toContain(code)
    expectInside(source, diagnostics)
  })

  const KILOBYTES = 100_000

  /** What would take minutes, were any step of the reading quadratic. */
  it.each<[string, string]>([
    ['double quotes', `TOOLS:\n  f()\n    description: ${'" \\'.repeat(KILOBYTES / 3)}`],
    ['single quotes', `TOOLS:\n  f()\n    description: ${" '".repeat(KILOBYTES / 2)}`],
    ['escaped quotes', `TOOLS:\n  f()\n    description: x ${'\\"'.repeat(KILOBYTES / 2)}`],
    ['hashes', `TOOLS:\n  f()\n    description: ${'#'.repeat(KILOBYTES)}`],
    ['open brackets on one line', `TOOLS:\n  f(${'['.repeat(KILOBYTES)}`],
    ['open brackets on many lines', `TOOLS:\n${'  f(\n'.repeat(KILOBYTES / 5)}`],
    ['open lists on many lines', `TOOLS:\n  f()\n${'    provides: [\n'.repeat(KILOBYTES / 16)}`],
    ['closing brackets', `TOOLS:\n  f()\n    provides: [${']'.repeat(KILOBYTES)}`],
    ['commas', `TOOLS:\n  f()\n    provides: [${','.repeat(KILOBYTES)}]`],
    ['parameters', `TOOLS:\n  f(${Array.from({ length: 8_000 }, (_, index) => `p${index}: string`).join(', ')})`],
    ['fields', `TOOLS:\n  f() -> {${Array.from({ length: 8_000 }, (_, index) => `p${index}: string`).join(', ')}}`],
    ['keys', `TOOLS:\n  f()\n${Array.from({ length: 6_000 }, (_, index) => `    key${index}: x`).join('\n')}`],
    ['repeated keys', `TOOLS:\n  f()\n${'    type: http\n'.repeat(KILOBYTES / 15)}`],
    ['a long key', `TOOLS:\n  f()\n    ${'k'.repeat(KILOBYTES)}: x`],
    ['a long key without a colon', `TOOLS:\n  f()\n    ${'k'.repeat(KILOBYTES)}`],
    ['tools', `TOOLS:\n${'  f()\n'.repeat(KILOBYTES / 6)}`],
    ['broken tools', `TOOLS:\n${'  f(a b)\n'.repeat(KILOBYTES / 9)}`],
    ['dashes', `TOOLS:\n  f()\n    provides:\n${'      - a\n'.repeat(KILOBYTES / 10)}`],
    ['misplaced lines', `TOOLS:\n  f()\n    provides: [a]\n${'   x: y\n      z\n'.repeat(KILOBYTES / 16)}`],
    [
      'deeper and deeper lines',
      `TOOLS:\n${Array.from({ length: 440 }, (_, index) => `${' '.repeat(index + 1)}a: [`).join('\n')}`,
    ],
    ['stray lines', 'x y\n'.repeat(KILOBYTES / 4)],
    ['sections', 'FLOW:\n'.repeat(KILOBYTES / 6)],
    ['blank lines', `TOOLS:\n${'\n'.repeat(KILOBYTES)}`],
    ['comments', `TOOLS:\n${'  # x\n'.repeat(KILOBYTES / 6)}`],
    ['a pipe block', `TOOLS:\n  f()\n    description: |\n${'      x\n\n'.repeat(KILOBYTES / 9)}`],
    ['an expression', `TOOLS:\n  f()\n    on_result:\n      set:\n        x: ${'1+'.repeat(KILOBYTES / 2)}`],
    ['open braces in a template', `TOOLS:\n  f()\n    on_result: {do: [{LOG: "${'{{'.repeat(KILOBYTES / 2)}"}]}`],
    ['holes in a template', `TOOLS:\n  f()\n    on_result: {do: [{LOG: "${'{{a}}'.repeat(KILOBYTES / 5)}"}]}`],
    [
      'path parameters',
      `TOOLS:\n  f(a: string)\n    type: http\n    method: GET\n    endpoint: "${'/{b}'.repeat(KILOBYTES / 4)}"`,
    ],
    [
      'braces in an endpoint',
      `TOOLS:\n  f(a: string)\n    type: http\n    method: GET\n    endpoint: "${'/{'.repeat(KILOBYTES / 2)}"`,
    ],
    ['headers', `TOOLS:\n  headers:\n${Array.from({ length: 8_000 }, (_, index) => `    X-${index}: a`).join('\n')}`],
    ['actions', `TOOLS:\n  f()\n    on_result:\n      do:\n${'        - IF: a\n'.repeat(KILOBYTES / 16)}`],
    [
      'imported names',
      `TOOLS:\n  file: "./tools/shop.tools.abl" [${Array.from({ length: 10_000 }, (_, index) => `n${index}`).join(', ')}]`,
    ],
    ['tabs', `TOOLS:\n${'\t'.repeat(KILOBYTES)}f()`],
    ['NUL', '\u0000'.repeat(KILOBYTES)],
  ])('100 KB of %s come to an end', (_, source) => {
    expectInside(source, readAll(source))
  })
})
