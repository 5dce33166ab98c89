import type { AuthType, HttpSpec } from '../bindings/spec.ts'
import type { ParsedTool } from '../file/read-tool.ts'
import type { NamedValue } from '../types.ts'
import { type Rule, report } from './rule.ts'

/** Authentication: no secret written out, nothing that is dropped, no key that the chosen kind does not read. */
export const checkAuth: Rule = tool => {
  const { binding } = tool.spec
  if (!binding) return
  if ('headers' in binding) warnAboutSecretHeaders(tool, 'headers', binding.headers)
  if (binding.type !== 'http') return
  checkKind(tool, binding)
  checkProfile(tool, binding)
  checkConfig(tool, binding)
}

const SECRET_HEADER = /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|x-auth-token)$/i

/** A header that carries a credential, with a value that is written out. */
export function isWrittenSecret({ name, value }: NamedValue): boolean {
  return SECRET_HEADER.test(name) && !value.includes('{{')
}

/** The message never repeats the value. */
function warnAboutSecretHeaders(tool: ParsedTool, path: string, headers: readonly NamedValue[]): void {
  for (const { name, value } of headers) {
    if (!isWrittenSecret({ name, value }) || !tool.context.places.has(`${path}.${name}`)) continue
    const message = `The header \`${name}\` carries a credential that is written out.`
    report(tool, `${path}.${name}`, {
      code: 'ABL3006',
      severity: 'warning',
      message,
      hint: 'take it from {{config.NAME}}, or use auth',
    })
  }
}

function checkKind(tool: ParsedTool, { auth }: HttpSpec): void {
  if (auth !== 'saml') return
  report(tool, 'auth', {
    code: 'ABL3008',
    message: '`auth: saml` is read but sends nothing.',
    hint: 'bind an auth_profile instead',
  })
}

function checkProfile(tool: ParsedTool, { authProfile }: HttpSpec): void {
  const { places } = tool.context
  const other = ['auth', 'auth_config'].find(key => places.has(key))
  if (authProfile === undefined || other === undefined) return
  const message = `\`auth_profile\` wins over \`${other}\`, which has no effect.`
  report(tool, other, { code: 'ABL3009', severity: 'warning', message, hint: 'keep one of them' })
}

/** The kinds of authentication that read each key of `auth_config`. */
const READ_BY: Readonly<Record<string, readonly AuthType[]>> = {
  token_url: ['oauth2_client', 'oauth2_user'],
  client_id: ['oauth2_client', 'oauth2_user'],
  client_secret: ['oauth2_client', 'oauth2_user'],
  scopes: ['oauth2_client', 'oauth2_user'],
  header_name: ['api_key'],
  provider: ['oauth2_user', 'saml'],
  custom_headers: ['custom'],
}

function checkConfig(tool: ParsedTool, { auth, authConfig, authProfile }: HttpSpec): void {
  if (authConfig) {
    checkSecret(tool, authConfig.clientSecret)
    warnAboutSecretHeaders(tool, 'auth_config.custom_headers', authConfig.customHeaders)
  }
  for (const [key, kinds] of Object.entries(READ_BY)) {
    const path = `auth_config.${key}`
    if (!tool.context.places.has(path) || kinds.includes(auth) || authProfile !== undefined) continue
    const message = `\`${key}\` has no meaning with \`auth: ${auth}\`.`
    report(tool, path, { code: 'ABL3009', severity: 'warning', message, hint: `it goes with ${kinds.join(', ')}` })
  }
  const missing = missingPart({ auth, authConfig })
  if (missing === undefined || authProfile !== undefined || !tool.context.places.has('auth')) return
  const message = `\`auth: ${auth}\` needs \`${missing}\` in \`auth_config\`.`
  report(tool, 'auth', { code: 'ABL2012', severity: 'warning', message, hint: 'or bind an auth_profile' })
}

function checkSecret(tool: ParsedTool, secret: string | undefined): void {
  if (secret === undefined || /^\{\{\s*config\.\w+\s*\}\}$/.test(secret)) return
  const message = '`client_secret` must come from the project’s variables, not from the file.'
  report(tool, 'auth_config.client_secret', {
    code: 'ABL3006',
    message,
    hint: 'write "{{config.NAME}}" and declare NAME as secret',
  })
}

function missingPart({ auth, authConfig }: Pick<HttpSpec, 'auth' | 'authConfig'>): string | undefined {
  if (auth === 'oauth2_client' && authConfig?.tokenUrl === undefined) return 'token_url'
  if (auth === 'oauth2_user' && authConfig?.provider === undefined && authConfig?.tokenUrl === undefined)
    return 'provider'
  return auth === 'custom' && (authConfig?.customHeaders ?? []).length === 0 ? 'custom_headers' : undefined
}
