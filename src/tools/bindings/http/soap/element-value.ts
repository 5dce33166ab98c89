import { contentOf, elementsOf, type XmlElement } from './xml.ts'

const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'

/**
 * An element as a value: its text, or an object of its children by their names without prefixes. Repeated children are
 * a list, `xsi:nil` is null, attributes stand as `@name` and a text beside them as `#text`.
 */
export function elementValue(element: XmlElement): unknown {
  if (isNil(element)) return null
  const attributes = element.attributes.filter(({ namespace }) => namespace !== INSTANCE)
  const children = elementsOf(element)
  if (children.length === 0 && attributes.length === 0) return contentOf(element)
  const fields = new Map<string, unknown[]>(attributes.map(({ name, value }) => [`@${name}`, [value]]))
  for (const child of children) fields.set(child.name, [...(fields.get(child.name) ?? []), elementValue(child)])
  const text = children.length === 0 ? contentOf(element) : ''
  if (text !== '') fields.set('#text', [text])
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

function isNil({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ name, namespace, value }) => name === 'nil' && namespace === INSTANCE && /^(?:true|1)$/.test(value.trim()),
  )
}
