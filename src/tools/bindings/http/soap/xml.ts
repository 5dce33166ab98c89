import { messageOf } from '../../../../core/errors.ts'
import { isRecord } from '../../../../core/json.ts'

/** An element of a document, its names resolved to namespaces. */
export interface XmlElement {
  /** Without a prefix. */
  name: string
  /** Empty: in none. */
  namespace: string
  attributes: { name: string; namespace: string; value: string }[]
  children: (XmlElement | string)[]
}

/** Why a text is no XML that is read here. */
export class XmlProblem extends Error {}

/** The document's root. Throws `XmlProblem`: not well-formed, a document type (so no entities of its own), nested too deep. */
export async function parseXml(text: string): Promise<XmlElement> {
  refuseDocumentType(text)
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new XmlProblem(`${valid.err.msg.replace(/\.$/, '')} (line ${valid.err.line})`)
  const roots = nodesOf(parsed(() => new XMLParser(OPTIONS).parse(text))).filter(isElement)
  const [root, second] = roots
  if (root === undefined || second !== undefined) throw new XmlProblem('there is not exactly one root element')
  return elementOf(root, { '': '', xml: 'http://www.w3.org/XML/1998/namespace' })
}

/** Entities are decoded here, so that the parser knows none but these; nothing is trimmed or read as a number. */
const OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
} as const

function refuseDocumentType(text: string): void {
  const markup = text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '')
  if (markup.includes('<!')) throw new XmlProblem('it declares a document type or entities, which are refused')
}

function parsed(parse: () => unknown): unknown {
  try {
    return parse()
  } catch (error) {
    throw new XmlProblem(messageOf(error))
  }
}

/** What the parser makes of an element, a text or a CDATA section: its name to its content, `:@` to its attributes. */
type Node = Record<string, unknown>

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function nameOf(node: Node): string {
  return Object.keys(node).find(key => key !== ':@') ?? '#text'
}

function isElement(node: Node): boolean {
  return !nameOf(node).startsWith('#')
}

type Scope = Readonly<Record<string, string>>

function elementOf(node: Node, outer: Scope): XmlElement {
  const written = nameOf(node)
  const attributes = Object.entries(isRecord(node[':@']) ? node[':@'] : {}).map(
    ([name, value]) => [name, decode(String(value))] as const,
  )
  const scope = scopeOf(attributes, outer)
  return {
    ...qualified(written, scope, scope['']),
    attributes: attributes
      .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
      .map(([name, value]) => ({ ...qualified(name, scope, ''), value })),
    children: nodesOf(node[written]).map(child => childOf(child, scope)),
  }
}

function scopeOf(attributes: readonly (readonly [string, string])[], outer: Scope): Scope {
  const declared = attributes.flatMap(([name, value]) => {
    if (name === 'xmlns') return [['', value] as const]
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value] as const] : []
  })
  return declared.length === 0 ? outer : { ...outer, ...Object.fromEntries(declared) }
}

function qualified(written: string, scope: Scope, ofNone = ''): { name: string; namespace: string } {
  const colon = written.indexOf(':')
  if (colon < 0) return { name: written, namespace: ofNone }
  const prefix = written.slice(0, colon)
  if (!Object.hasOwn(scope, prefix)) throw new XmlProblem(`the prefix \`${prefix}\` is not declared`)
  return { name: written.slice(colon + 1), namespace: scope[prefix] ?? '' }
}

function childOf(node: Node, scope: Scope): XmlElement | string {
  const name = nameOf(node)
  if (name === '#text') return decode(String(node[name]))
  if (name === '#cdata')
    return nodesOf(node[name])
      .map(inner => String(inner['#text'] ?? ''))
      .join('')
  return elementOf(node, scope)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const known = whole.endsWith(';')
      ? (characterOf(name) ?? (Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined))
      : undefined
    if (known === undefined) throw new XmlProblem('it holds an entity that is not known')
    return known
  })
}

function characterOf(name: string): string | undefined {
  const digits = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(name)
  if (!digits) return undefined
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  const isCharacter = code === 9 || code === 10 || code === 13 || (code >= 32 && code < 0xd800) || code > 0xdfff
  return isCharacter && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter(child => typeof child !== 'string')
}

/** All text inside, at any depth. */
export function contentOf(element: XmlElement): string {
  return element.children.map(child => (typeof child === 'string' ? child : contentOf(child))).join('')
}
