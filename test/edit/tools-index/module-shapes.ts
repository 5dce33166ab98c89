import fc from 'fast-check'

/** How a generated `tools/index.ts` is written. */
interface Style {
  quote: string
  semicolon: string
  extension: string
  padding: string
  lineBreak: string
  mark: string
  finalBreak: boolean
  indent: string
}

const style: fc.Arbitrary<Style> = fc.record({
  quote: fc.constantFrom("'", '"'),
  semicolon: fc.constantFrom('', ';'),
  extension: fc.constantFrom('.js', '.ts', ''),
  padding: fc.constantFrom(' ', '', '  '),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  finalBreak: fc.boolean(),
  indent: fc.constantFrom('  ', '    ', '\t', '\u00a0\u00a0'),
})

const NAMES = ['lookupOrder', 'issueRefund', 'listTools', 'crm', 'ünïcode', 'a$b']
const HEADS = [
  '',
  '#!/usr/bin/env tsx\n',
  '// @ts-check\n',
  '/*\n * Copyright Example\n */\n\n',
  "'use strict'\n",
  '/** About. */\n',
]
const NOTES = ['', ' // a note', ' /* a note */', ' // https://example.org/[x], y', '  ']
const ABOVE = ['', '// read-only\n', '/**\n * Money.\n */\n', '// prettier-ignore\n', '\n']
const WRAPS: [string, string][] = [
  ['export const tools = ', ''],
  ['export const tools: ToolDefinition[] = ', ''],
  ['export const tools = ', ' as const satisfies readonly ToolDefinition[]'],
  ['export const tools = Object.freeze(', ')'],
  ['export const tools = defineTools(', ')'],
  ['export default ', ''],
  ['export let tools = <ToolDefinition[]>', ''],
  ['const list = ', '\nexport { list as tools }'],
  ['export const tools = (', ' as ToolDefinition[]).filter(Boolean)'],
]
const AFTER = [
  '',
  '\n// the end',
  '\n;[1].forEach(String)',
  '\nexport const half = 4 / 2 / 1',
  '\nfunction f() { const tools = [sendSms_] }',
]

interface Element {
  text: string
  note: string
  above: string
}

const element: fc.Arbitrary<Element> = fc.record({
  text: fc.oneof(
    fc.constantFrom(...NAMES),
    fc.constantFrom(
      '...crm',
      '...(x ? [crm] : [])',
      'audit(crm, [1, 2])',
      'crm.tools[0]',
      'crm as Tool',
      '/* in */ crm',
    ),
    fc.constantFrom("{\n  name: 'inline',\n  execute: async () => [',', ']'],\n}", 'crm /* , */'),
  ),
  note: fc.constantFrom(...NOTES),
  above: fc.constantFrom(...ABOVE),
})

const shape = fc.constantFrom('inline', 'tight', 'spaced', 'lines', 'comma-first', 'rows', 'hug')

/** The list between the brackets, in one of seven shapes. */
function list(kind: string, elements: Element[], trailing: boolean, indent: string): string {
  const texts = elements.map(({ text }) => text.replace('/* in */ ', ''))
  const comma = trailing && elements.length > 0 ? ',' : ''
  if (kind === 'inline') return `[${texts.join(', ')}${comma}]`
  if (kind === 'tight') return `[${texts.join(',')}${comma}]`
  if (kind === 'spaced') return elements.length === 0 ? '[ ]' : `[ ${texts.join(', ')}${comma} ]`
  if (kind === 'comma-first') return `[\n${indent}  ${texts.join(`\n${indent}, `)}\n]`
  if (kind === 'rows') return `[\n${indent}${texts.join(', ')}${comma}\n]`
  if (kind === 'hug') return `[${texts.join(`,\n${indent}`)}]`
  const lines = elements.map(({ text, note, above }, index) => {
    const separator = index < elements.length - 1 ? ',' : comma
    return `${above && indent}${above}${indent}${text}${separator}${note}\n`
  })
  return `[\n${lines.join('')}${elements.length === 0 ? `${indent}// none yet\n` : ''}]`
}

function importLine(name: string, { quote, semicolon, extension, padding }: Style): string {
  return `import {${padding}${name}${padding}} from ${quote}./${name}${extension}${quote}${semicolon}\n`
}

interface Parts {
  style: Style
  head: string
  imports: string[]
  kind: string
  elements: Element[]
  trailing: boolean
  wrap: [string, string]
  after: string
}

function write({ style: own, head, imports, kind, elements, trailing, wrap, after }: Parts): string {
  const statements = imports.map(name => importLine(name, own)).join('')
  const body = `${wrap[0]}${list(kind, elements, trailing, own.indent)}${wrap[1]}${own.semicolon}${after}`
  const text = `${head}${statements}${statements && '\n'}${body}${own.finalBreak ? '\n' : ''}`
  return own.mark + text.replaceAll('\n', own.lineBreak)
}

/** Whole modules in very different hands. */
export const toolsModule: fc.Arbitrary<string> = fc
  .record({
    style,
    head: fc.constantFrom(...HEADS),
    imports: fc.uniqueArray(fc.constantFrom(...NAMES, 'ToolDefinition'), { maxLength: 5 }),
    kind: shape,
    elements: fc.array(element, { maxLength: 5 }),
    trailing: fc.boolean(),
    wrap: fc.constantFrom(...WRAPS),
    after: fc.constantFrom(...AFTER),
  })
  .map(write)
