import { isRecord, type JsonRecord } from '../../core/json.ts'
import type { OpenApiDocument } from './document.ts'

export interface ReadServer {
  /** Absolute, without a slash at its end. */
  server?: string
  losses: string[]
}

/** The first server that counts for an operation, its variables at their defaults. */
export function readServer(document: OpenApiDocument, levels: readonly JsonRecord[]): ReadServer {
  const lists = [...levels, document.data].map(({ servers }) =>
    Array.isArray(servers) ? servers.filter(isRecord) : [],
  )
  const server = lists.find(list => list.length > 0)?.[0] ?? { url: '/' }
  const losses: string[] = []
  const url = String(server.url).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable =
      isRecord(server.variables) && Object.hasOwn(server.variables, name) ? server.variables[name] : undefined
    if (!isRecord(variable) || variable.default === undefined) return whole
    losses.push(variableText(name, variable))
    return String(variable.default)
  })
  const found = absolute(url, document.url)
  return { losses, ...(found === undefined ? {} : { server: found }) }
}

function variableText(name: string, { default: value, enum: choices }: JsonRecord): string {
  const others = Array.isArray(choices) ? choices.map(String).filter(choice => choice !== String(value)) : []
  return `the server's \`${name}\` is fixed at \`${String(value)}\`${others.length > 0 ? ` (others: ${others.join(', ')})` : ''}`
}

function absolute(url: string, base: string | undefined): string | undefined {
  if (!URL.canParse(url, base)) return undefined
  const parsed = new URL(url, base)
  if (!/^https?:$/.test(parsed.protocol) || parsed.search !== '' || url.includes('{')) return undefined
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '')
}
