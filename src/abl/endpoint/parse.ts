import type { TextProblem } from '../expression/ast.ts'
import { namesIn } from '../expression/walk.ts'
import type { TemplatePart } from '../template/ast.ts'
import { parseTemplate } from '../template/parse.ts'

/** A piece of an endpoint: text, a path parameter `{name}`, or a template's hole. */
export type EndpointPart =
  | { kind: 'text'; text: string }
  | { kind: 'parameter'; name: string }
  | { kind: 'hole'; expression: Extract<TemplatePart, { kind: 'hole' }>['expression']; isConfig: boolean }

export interface ParsedEndpoint {
  parts: EndpointPart[]
  /** Path parameters that stand where a host belongs, and templates there that are not from the project's settings. */
  inHost: string[]
  problems: TextProblem[]
}

const PARAMETER = /\{([A-Za-z_]\w*)\}/g

/** Takes an endpoint apart. Blocks such as `{{#if}}` have no place in one. */
export function parseEndpoint(text: string): ParsedEndpoint {
  const { parts, problems } = parseTemplate(text)
  const pieces = (parts ?? []).flatMap(part => piecesOf(part, problems))
  return { parts: pieces, inHost: hostPieces(pieces), problems }
}

/** The names of an endpoint's path parameters. */
export function pathParameters(endpoint: string): string[] {
  return parseEndpoint(endpoint).parts.flatMap(part => (part.kind === 'parameter' ? [part.name] : []))
}

function piecesOf(part: TemplatePart, problems: TextProblem[]): EndpointPart[] {
  if (part.kind === 'text') return splitText(part.text)
  if (part.kind === 'hole') return [{ kind: 'hole', expression: part.expression, isConfig: isConfig(part.expression) }]
  problems.push({
    start: 0,
    end: 1,
    message: `An endpoint cannot hold \`{{#${part.kind}}}\`.`,
    hint: 'use request_variants',
  })
  return []
}

function isConfig(expression: Parameters<typeof namesIn>[0]): boolean {
  const names = namesIn(expression)
  return names.length > 0 && names.every(name => name.root === 'config')
}

function splitText(text: string): EndpointPart[] {
  const parts: EndpointPart[] = []
  let at = 0
  for (const found of text.matchAll(PARAMETER)) {
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) })
    parts.push({ kind: 'parameter', name: found[1] ?? '' })
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** What a caller could use to choose another host. */
function hostPieces(parts: readonly EndpointPart[]): string[] {
  const found: string[] = []
  let before = ''
  for (const part of parts) {
    const region = regionOf(before)
    if (region === 'path' || region === 'query') break
    if (part.kind === 'parameter' && region === 'host') found.push(`{${part.name}}`)
    if (part.kind === 'hole' && region === 'host' && !part.isConfig) found.push('{{…}}')
    before += part.kind === 'text' ? part.text : 'x'
  }
  return found
}

export type Region = 'start' | 'host' | 'path' | 'query'

/** Where the text so far has got to. A text without `//` is a path, unless it is empty: then it may become a base. */
export function regionOf(before: string): Region {
  if (/[?#]/.test(before)) return 'query'
  if (before === '') return 'start'
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]*$/.test(before) ? 'host' : 'path'
}
