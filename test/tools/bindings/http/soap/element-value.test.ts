import { describe, expect, it } from 'vitest'
import type { TypeSpec } from '../../../../../src/abl/index.ts'
import { elementValue } from '../../../../../src/tools/bindings/http/soap/element-value.ts'
import { typed } from '../../../../../src/tools/bindings/http/soap/typed.ts'
import { parseXml } from '../../../../../src/tools/bindings/http/soap/xml.ts'
import { toolOf } from '../../../../helpers/abl.ts'

async function read(xml: string): Promise<unknown> {
  return elementValue(await parseXml(xml))
}

function returnsOf(type: string): TypeSpec | undefined {
  return toolOf(`TOOLS:\n  f() -> ${type}\n    description: "x"\n`).returns
}

describe('the value of an element', () => {
  it.each([
    ['<r> text </r>', ' text '],
    ['<r/>', ''],
    ['<r xmlns:x="urn:x"><x:a>1</x:a>\n <b> </b></r>', { a: '1', b: ' ' }],
    ['<r><i>1</i><i>2</i><n/></r>', { i: ['1', '2'], n: '' }],
    ['<r><p currency="EUR">5</p></r>', { p: { '@currency': 'EUR', '#text': '5' } }],
    [
      '<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><a xsi:nil="true"/><b xsi:type="t">1</b></r>',
      { a: null, b: '1' },
    ],
  ])('%s', async (xml, value) => {
    expect(await read(xml)).toEqual(value)
  })
})

describe('a declared type', () => {
  it.each([
    [
      '{price: number, ok: boolean, name: string}',
      '<r><price>1.50</price><ok>true</ok><name>7</name></r>',
      { price: 1.5, ok: true, name: '7' },
    ],
    ['{ok: boolean}', '<r><ok>0</ok></r>', { ok: false }],
    ['{price: number}', '<r><price>n/a</price></r>', { price: 'n/a' }],
    ['{items: {id: number}[]}', '<r><items><id>1</id></items></r>', { items: [{ id: 1 }] }],
    [
      '{items: {id: number}[]}',
      '<r><items><item><id>1</id></item><item><id>2</id></item></items></r>',
      { items: [{ id: 1 }, { id: 2 }] },
    ],
    ['{items: {id: number}[]}', '<r><items><item><id>1</id></item></items></r>', { items: [{ id: 1 }] }],
    ['{items: number[]}', '<r><items><n>1</n></items></r>', { items: [1] }],
    ['{items: string[]}', '<r/>', { items: [] }],
    ['{items?: string[]}', '<r/>', {}],
    ['{inner: {n: number}}', '<r><inner><n>3</n></inner><more>4</more></r>', { inner: { n: 3 }, more: '4' }],
    ['object', '<r><n>3</n></r>', { n: '3' }],
    ['number', '<r>3</r>', 3],
  ])('%s of %s', async (type, xml, value) => {
    expect(typed(await read(xml), returnsOf(type))).toEqual(value)
  })
})
