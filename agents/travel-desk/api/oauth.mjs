import { createHash, randomBytes } from 'node:crypto'

/** Who may ask for tokens. */
export const client = { id: 'travel-desk', secret: 'travel-demo-secret' }

export function bearerOf({ headers }) {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
}

/** Answers only with a token of this kind that was given out here and is not over. */
export function requireToken(request, kind, answer) {
  const token = request.state.tokens.get(bearerOf(request) ?? '')
  if (token?.kind === kind && token.until > Date.now()) return answer(token)
  return { status: 401, body: { error: 'invalid_token' }, headers: { 'www-authenticate': 'Bearer' } }
}

/** RFC 6749: client credentials (4.4), a code (4.1.3, with the proof of RFC 7636), or a refresh (6). */
export function issueToken({ body, headers, state }) {
  const grant = body.grant_type
  if (grant === 'client_credentials') {
    if (!isClient(body, headers)) return failed('invalid_client', 401)
    return tokenFor(state, 'client')
  }
  if (grant === 'authorization_code') {
    const code = state.codes.get(body.code)
    state.codes.delete(body.code)
    const proof = createHash('sha256')
      .update(body.code_verifier ?? '')
      .digest('base64url')
    if (!code || code.redirect !== body.redirect_uri || code.challenge !== proof) return failed('invalid_grant')
    return tokenFor(state, 'user')
  }
  if (grant === 'refresh_token') {
    const refresh = state.tokens.get(body.refresh_token)
    return refresh?.kind === 'refresh' ? tokenFor(state, 'user') : failed('invalid_grant')
  }
  return failed('unsupported_grant_type')
}

/** The consent page's yes, at once: this is a demonstration and asks nobody. */
export function authorize({ query, state }) {
  const redirect = query.get('redirect_uri') ?? ''
  const challenge = query.get('code_challenge')
  if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+\//.test(redirect) || !challenge) return failed('invalid_request')
  const code = randomBytes(16).toString('hex')
  state.codes.set(code, { redirect, challenge })
  const target = new URL(redirect)
  target.searchParams.set('code', code)
  if (query.has('state')) target.searchParams.set('state', query.get('state'))
  return { status: 302, headers: { location: target.href } }
}

const LIFETIME_S = 300

function tokenFor(state, kind) {
  const give = (as, seconds) => {
    const token = randomBytes(24).toString('hex')
    state.tokens.set(token, { kind: as, until: Date.now() + seconds * 1000 })
    return token
  }
  const body = { access_token: give(kind, LIFETIME_S), token_type: 'Bearer', expires_in: LIFETIME_S }
  return { status: 200, body: kind === 'user' ? { ...body, refresh_token: give('refresh', 86_400) } : body }
}

/** The client may stand in the header or in the body. */
function isClient(body, headers) {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [body.client_id, body.client_secret]
  return id === client.id && secret === client.secret
}

function failed(error, status = 400) {
  return { status, body: { error } }
}
