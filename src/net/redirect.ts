import { requestHeaders, withoutBody, withoutSecrets } from './request-headers.ts'

/** One request on its way through redirects. */
export interface Hop {
  /** Checked. */
  url: URL
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

export const MOST_REDIRECTS = 5

/** Where an answer sends the request; undefined when it is no redirect. */
export function redirectTarget(status: number, location: string | undefined, from: URL): string | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.canParse(location, from.href) ? new URL(location, from).href : location
}

/**
 * The request as it goes on to a checked `url`: without secrets on another origin, and as GET where browsers turn to it
 * (303, and a POST after 301 or 302).
 */
export function nextHop(hop: Hop, url: URL, { status, secrets }: { status: number; secrets: readonly string[] }): Hop {
  const headers = url.origin === hop.url.origin ? hop.headers : withoutSecrets(hop.headers, secrets)
  const turns = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  return turns ? { url, method: 'GET', headers: withoutBody(headers) } : { ...hop, url, headers }
}

export function firstHop(url: URL, request: Omit<Partial<Hop>, 'url'>): Hop {
  const { method = 'GET', headers, body } = request
  return {
    url,
    method: method.toUpperCase(),
    headers: requestHeaders(headers),
    ...(body === undefined ? {} : { body }),
  }
}
