/** How an endpoint is written, before anything is filled in. */
export type EndpointKind = 'absolute' | 'relative' | 'refused'

/** `http://` and `https://` are absolute, other schemes and `//host` are refused, everything else is relative to a base. */
export function endpointKind(endpoint: string): EndpointKind {
  if (/^https?:\/\/[^/\\]/i.test(endpoint)) return 'absolute'
  if (/^[\\/]{2}/.test(endpoint) || /^\/\\/.test(endpoint) || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(endpoint))
    return 'refused'
  return /^\{\{\s*config\./.test(endpoint) ? 'absolute' : 'relative'
}

/** A base and a relative endpoint with exactly one slash between them; the base keeps its path. */
export function joinEndpoint(baseUrl: string, endpoint: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/${endpoint.replace(/^\/+/, '')}`
}
