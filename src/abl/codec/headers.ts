import type { Pair, Value } from '../scan/node.ts'
import { shown } from '../scan/report.ts'
import type { NamedValue } from '../types.ts'
import { atIndex, type Codec, type ReadContext } from './codec.ts'
import { isList, map } from './collection.ts'
import { template } from './expression.ts'
import { itemsOf, pairsOf } from './flow.ts'
import { printPair } from './lines.ts'
import { readFields } from './record.ts'
import { text } from './scalar.ts'

const TOKEN = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/

function checkHeaderName(pair: Pair, context: ReadContext): void {
  if (TOKEN.test(pair.key)) return
  const message = `\`${shown(pair.key)}\` cannot be the name of a header.`
  context.report.add({ code: 'ABL2011', span: pair.keySpan, message, hint: 'letters, digits and hyphens' })
}

/** Header names to templates; a name is there once, whatever its case. */
export const headers: Codec<NamedValue[]> = map(template, { foldCase: true, checkKey: checkHeaderName })

const entry = {
  name: { key: 'key', codec: text, required: true },
  value: { key: 'value', codec: template, required: true },
}

const byName = map(template)

/** Query parameters: a map, or a list of `{key, value}` in which a key may come twice. */
export const queryParams: Codec<NamedValue[]> = {
  read: (value, context) => (isList(value) ? readEntries(value, context) : byName.read(value, context)),
  print(values) {
    const names = new Set(values.map(({ name }) => name))
    if (names.size === values.length) return byName.print(values)
    return { style: 'block', lines: values.flatMap(printEntry) }
  },
}

function readEntries(value: Value, context: ReadContext): NamedValue[] | undefined {
  return itemsOf(value, context)?.flatMap((item, index) => {
    const inside = atIndex(context, index, item)
    const pairs = pairsOf(item, inside, '{key, value} entries')
    const read = pairs && (readFields(entry, pairs, { context: inside }) as Partial<NamedValue>)
    return read?.name === undefined || read.value === undefined ? [] : [{ name: read.name, value: read.value }]
  })
}

function printEntry({ name, value }: NamedValue): string[] {
  const [first = '', ...rest] = [...printPair('key', text.print(name)), ...printPair('value', template.print(value))]
  return [`- ${first}`, ...rest.map(line => (line === '' ? '' : `  ${line}`))]
}
