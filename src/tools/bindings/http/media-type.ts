/** A `Content-Type`, read: lower case, without its parameters but the charset. */
export interface MediaType {
  /** `application/json`; empty when there is none. */
  name: string
  charset: string | undefined
}

export function readMediaType(header: string | null | undefined): MediaType {
  const [name = '', ...parameters] = (header ?? '').split(';')
  const charset = parameters.map(parameter => /^\s*charset\s*=\s*"?([^"\s]+)"?/i.exec(parameter)?.[1]).find(Boolean)
  return { name: name.trim().toLowerCase(), charset: charset?.toLowerCase() }
}

export function isJson({ name }: MediaType): boolean {
  return /^(?:application|text)\/(?:json|[\w.+-]*\+json)$/.test(name)
}

export function isXml({ name }: MediaType): boolean {
  return /^(?:application|text)\/(?:xml|[\w.+-]*\+xml)$/.test(name)
}
