import { isRecord, type JsonRecord } from '../../core/json.ts'
import { isToken, recordsIn, resolved, textsIn } from './document.ts'

/** What a request must carry so that the server knows who asks. `scheme` is its name in the document. */
export type Credential =
  | { kind: 'bearer' | 'basic' | 'mutual_tls'; scheme: string }
  | { kind: 'api_key'; scheme: string; in: 'header' | 'query' | 'cookie'; name: string }
  | {
      kind: 'oauth2_client' | 'oauth2_user'
      scheme: string
      tokenUrl: string
      authorizationUrl?: string
      scopes: string
    }

export interface ReadSecurity {
  credentials: Credential[]
  unsupported: string[]
  losses: string[]
}

/** What an operation needs: of the alternatives that the document gives, the first that can be carried out. */
export function readSecurity(data: JsonRecord, operation: JsonRecord): ReadSecurity {
  const requirements = operation.security ?? data.security
  const alternatives = Array.isArray(requirements) ? requirements.filter(isRecord) : []
  const read = alternatives.map(requirement => readAlternative(data, requirement))
  const [first] = read
  if (!first) return { credentials: [], unsupported: [], losses: [] }
  const fit = read.find(({ unsupported, credentials }) => unsupported.length === 0 && credentials.length > 0)
  return fit ?? read.find(({ unsupported }) => unsupported.length === 0) ?? first
}

function readAlternative(data: JsonRecord, requirement: JsonRecord): ReadSecurity {
  const schemes = isRecord(data.components) ? data.components.securitySchemes : undefined
  const read: ReadSecurity = { credentials: [], unsupported: [], losses: [] }
  for (const [scheme, scopes] of Object.entries(requirement)) {
    const node = resolved(data, isRecord(schemes) && Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined)
    const found = node ? credentialOf(scheme, node, textsIn(scopes)) : undefined
    if (found) read.credentials.push(found)
    else read.unsupported.push(`its security scheme \`${scheme}\` can't be carried out`)
    if (node?.type === 'openIdConnect' || (node?.type === 'oauth2' && found?.kind === 'bearer'))
      read.losses.push(`\`${scheme}\` is sent as a bearer token that you get by yourself`)
  }
  const isMixed = read.credentials.length > 1 && read.credentials.some(({ kind }) => kind.startsWith('oauth2'))
  if (isMixed) read.unsupported.push('it needs OAuth and another credential at once')
  return read
}

function credentialOf(scheme: string, node: JsonRecord, scopes: string[]): Credential | undefined {
  switch (node.type) {
    case 'http':
      return httpScheme(scheme, String(node.scheme).toLowerCase())
    case 'apiKey':
      return keyScheme(scheme, node)
    case 'oauth2':
      return oauthScheme(scheme, node, scopes)
    case 'openIdConnect':
      return { kind: 'bearer', scheme }
    case 'mutualTLS':
      return { kind: 'mutual_tls', scheme }
    default:
      return undefined
  }
}

function httpScheme(scheme: string, word: string): Credential | undefined {
  return word === 'bearer' || word === 'basic' ? { kind: word, scheme } : undefined
}

function keyScheme(scheme: string, { in: place, name }: JsonRecord): Credential | undefined {
  if ((place !== 'header' && place !== 'query' && place !== 'cookie') || typeof name !== 'string') return undefined
  if (place !== 'query' && !isToken(name)) return undefined
  return { kind: 'api_key', scheme, in: place, name }
}

/** A flow that machines can walk goes before one that needs a person. */
function oauthScheme(scheme: string, { flows }: JsonRecord, wanted: string[]): Credential {
  const known = new Map(recordsIn(flows))
  const scopesOf = (flow: JsonRecord) =>
    wanted.length > 0 ? wanted : Object.keys(isRecord(flow.scopes) ? flow.scopes : {})
  const machine = known.get('clientCredentials')
  if (typeof machine?.tokenUrl === 'string')
    return { kind: 'oauth2_client', scheme, tokenUrl: machine.tokenUrl, scopes: scopesOf(machine).join(' ') }
  const person = known.get('authorizationCode')
  if (typeof person?.tokenUrl === 'string') {
    const authorizationUrl =
      typeof person.authorizationUrl === 'string' ? { authorizationUrl: person.authorizationUrl } : {}
    return {
      kind: 'oauth2_user',
      scheme,
      tokenUrl: person.tokenUrl,
      ...authorizationUrl,
      scopes: scopesOf(person).join(' '),
    }
  }
  return { kind: 'bearer', scheme }
}
